import { cutArray } from "../../json/cut.ts";
import { cutMembers, member } from "../../json/cut-members.ts";
import { joinArray, joinObject } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";

interface AccountsEntry {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[] };
  readonly version?: unknown;
}

/** The transactions of a block that mention an address. */
export interface Mentions {
  /** For each transaction of the block, whether it does. */
  readonly kept: readonly boolean[];
  /** The highest version of those that do; -1 if all of them are legacy. */
  readonly version: number;
}

/** Members of a block that have one item for each transaction. */
const perTransaction = new Set(["transactions", "signatures"]);

/** Finds the transactions that mention an address in a block with their accounts; undefined if none does. */
export function mentionsOf(accounts: RawJson, address: string): Mentions | undefined {
  const entries = member<readonly AccountsEntry[]>(accounts, "transactions")?.parse() ?? [];
  const kept = entries.map(({ transaction }) =>
    transaction.accountKeys.some(({ pubkey }) => pubkey === address),
  );
  if (!kept.includes(true)) return undefined;
  const versions = entries.map(({ version }, index) =>
    kept[index] === true && typeof version === "number" ? version : -1,
  );
  return { kept, version: versions.reduce((highest, version) => Math.max(highest, version), -1) };
}

/** Reduces a block, in whatever encoding, to some of its transactions, with their bytes unchanged. */
export function narrowBlock(block: RawJson, kept: readonly boolean[]): RawJson {
  return joinObject(
    (cutMembers(block) ?? []).map(([key, value]) => [
      key,
      perTransaction.has(key) && !value.isNull ? keptItems(value, kept) : value,
    ]),
  );
}

/** The transactions of a block without their versions: nodes write them only for callers that allow versions. */
export function withoutVersions(block: RawJson): RawJson {
  return joinObject(
    (cutMembers(block) ?? []).map(([key, value]) => [
      key,
      key === "transactions" && !value.isNull ? joinArray(itemsOf(value).map(withoutVersion)) : value,
    ]),
  );
}

function withoutVersion(transaction: RawJson): RawJson {
  return joinObject((cutMembers(transaction) ?? []).filter(([key]) => key !== "version"));
}

function keptItems(array: RawJson, kept: readonly boolean[]): RawJson {
  return joinArray(itemsOf(array).filter((_, index) => kept[index] === true));
}

function itemsOf(array: RawJson): readonly RawJson[] {
  return cutArray(array.toString()).map((item) => RawJson.fromText(item));
}
