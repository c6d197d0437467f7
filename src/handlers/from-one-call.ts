import type { GetAccountOwnerResult, GetSnapshotSlotResult } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handlers.ts";
import { cutMembers } from "../json/cut-members.ts";
import { withMember } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import { configOf } from "./config-object.ts";
import { askAndRead } from "./read-answer.ts";

/** getProgramAccountsAndContext: getProgramAccounts, asked for its context. */
export function getProgramAccountsAndContext(context: HandlerContext): Promise<RawJson<never>> {
  const config = configOf(context, ["filters", "dataSlice", "minContextSlot", "sortResults"], {
    encoding: context.params.raw("encoding") ?? '"base64"',
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${context.params.required("program_id")},${config}]`);
}

/** getAccountOwner: the owner alone, null if there is no account. Asks for none of the account's data. */
export async function getAccountOwner(context: HandlerContext) {
  const config = configOf(context, ["minContextSlot"], {
    encoding: '"base64"',
    dataSlice: '{"offset":0,"length":0}',
  });
  const params = `[${context.params.required("pubkey")},${config}]`;
  const account = (await askAndRead(context, "getAccountInfo", params)).at("value");
  return RawJson.write<GetAccountOwnerResult>({
    owner: account.isNull ? null : account.at("owner").bytes32(),
  });
}

/** getSnapshotSlot: the full snapshot's slot, which nodes now give as part of getHighestSnapshotSlot. */
export async function getSnapshotSlot(context: HandlerContext) {
  const answer = await askAndRead(context, "getHighestSnapshotSlot", "[]");
  return RawJson.write<GetSnapshotSlotResult>(answer.at("full").integer());
}

/** Most values of an answer that is read: nodes give two. */
const mostValues = 100;

/** getVersion: the upstream's own keys, and in the gateway dialect `chain-core` with the core version under a neutral name. */
export async function getVersion(context: HandlerContext): Promise<RawJson<never>> {
  const answer = await context.forward(mostValues);
  const versions = cutMembers(answer) ?? [];
  const [, core] =
    versions.find(([key]) => key === "solana-core") ?? versions.find(([key]) => key.endsWith("-core")) ?? [];
  const text = core?.toString() ?? "";
  return text.startsWith('"') ? withMember(answer, "chain-core", text) : answer;
}
