import type { AccountHandlers } from "../../generated/handlers.ts";
import type { GetAccountOwnerResult } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { configOf } from "./composed/config-object.ts";
import { getStakeActivation } from "./composed/get-stake-activation.ts";
import { askAndRead } from "./composed/read-answer.ts";
import { forward } from "./forward.ts";

/** Account methods. */
export const accountHandlers: AccountHandlers<HandlerContext> = {
  getAccountInfo: forward,
  getBalance: forward,
  getMultipleAccounts: forward,
  getProgramAccounts: forward,
  getLargestAccounts: forward,
  getMinimumBalanceForRentExemption: forward,
  getStakeActivation,
  getAccountOwner,
  getAccountInfoAndContext: forward,
  getBalanceAndContext: forward,
  getMultipleAccountsAndContext: forward,
  getProgramAccountsAndContext,
  getProgramAccountsV2: forward,
};

/** getProgramAccountsAndContext: getProgramAccounts, asked for its context. */
export function getProgramAccountsAndContext(context: HandlerContext): Promise<RawJson<never>> {
  const config = configOf(context, ["filters", "dataSlice", "minContextSlot", "sortResults"], {
    encoding: context.params.raw("encoding") ?? '"base64"',
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${context.params.required("program_id")},${config}]`);
}

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
