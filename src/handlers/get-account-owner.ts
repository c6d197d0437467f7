import type { GetAccountOwnerResult } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { configOf } from "./config-object.ts";
import { askAndRead } from "./read-answer.ts";

/** The program that owns an account; null when the account does not exist. Asks for none of the account's data. */
export async function ownerOf(context: HandlerContext, pubkey: string): Promise<string | null> {
  const config = configOf(context, ["minContextSlot"], {
    encoding: '"base64"',
    dataSlice: '{"offset":0,"length":0}',
  });
  const account = (await askAndRead(context, "getAccountInfo", `[${pubkey},${config}]`)).at("value");
  return account.isNull ? null : account.at("owner").bytes32();
}

/** getAccountOwner: the owner alone. */
export async function getAccountOwner(context: HandlerContext): Promise<RawJson<GetAccountOwnerResult>> {
  const owner = await ownerOf(context, context.params.required("pubkey"));
  return RawJson.write<GetAccountOwnerResult>({ owner });
}
