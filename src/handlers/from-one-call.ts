import type { GetAccountOwnerResult, GetSnapshotSlotResult } from "../../generated/types.ts";
import type { CallContext } from "../gateway/call-context.ts";
import { cutMembers } from "../json/cut-raw.ts";
import { withMember } from "../json/join.ts";
import { RawJson } from "../json/raw-json.ts";
import { askAndParse, writeCallConfig } from "./result-value.ts";

/** getProgramAccountsAndContext: getProgramAccounts with `withContext`. */
export function getProgramAccountsAndContext(context: CallContext): Promise<RawJson<never>> {
  const config = writeCallConfig(context, ["filters", "dataSlice", "minContextSlot", "sortResults"], {
    encoding: context.params.raw("encoding") ?? '"base64"',
    withContext: "true",
  });
  return context.ask<never>("getProgramAccounts", `[${context.params.requiredRaw("program_id")},${config}]`);
}

/** getAccountOwner: the account's owner, or null if there is no account. Fetches none of its data. */
export async function getAccountOwner(context: CallContext) {
  const config = writeCallConfig(context, ["minContextSlot"], {
    encoding: '"base64"',
    dataSlice: '{"offset":0,"length":0}',
  });
  const params = `[${context.params.requiredRaw("pubkey")},${config}]`;
  const account = (await askAndParse(context, "getAccountInfo", params)).at("value");
  return RawJson.write<GetAccountOwnerResult>({
    owner: account.isNull ? null : account.at("owner").bytes32(),
  });
}

/** getSnapshotSlot: the slot of the newest full snapshot, from getHighestSnapshotSlot, which replaced this method. */
export async function getSnapshotSlot(context: CallContext) {
  const result = await askAndParse(context, "getHighestSnapshotSlot", "[]");
  return RawJson.write<GetSnapshotSlotResult>(result.at("full").integer());
}

/** Bound on the values in a version result: nodes return two. */
const maxVersionValues = 100;

/** getVersion in the gateway dialect: the upstream's result, with the core version repeated under the neutral name `chain-core`. */
export async function getVersion(context: CallContext): Promise<RawJson<never>> {
  const result = await context.forward(maxVersionValues);
  const members = cutMembers(result) ?? [];
  const [, core] =
    members.find(([key]) => key === "solana-core") ?? members.find(([key]) => key.endsWith("-core")) ?? [];
  const text = core?.toString() ?? "";
  return text.startsWith('"') ? withMember(result, "chain-core", text) : result;
}
