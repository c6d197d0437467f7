import { cutItems } from "../../../json/cut-items.ts";
import { cutMembers, member } from "../../../json/cut-members.ts";
import { joinArray, joinObject } from "../../../json/join.ts";
import type { RawJson } from "../../../json/raw-json.ts";

interface AccountsEntry {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[] };
  readonly version?: unknown;
}

/** Most transactions of a block that is looked into: more than a block has room for. */
export const maxTransactions = 65_536;

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
  const transactions = member(accounts, "transactions");
  if (transactions === undefined) return undefined;
  const kept: boolean[] = [];
  let highest = -1;
  for (const entry of cutItems<AccountsEntry>(transactions, maxTransactions)) {
    const { transaction, version } = entry.parse();
    const mentions = transaction.accountKeys.some(({ pubkey }) => pubkey === address);
    kept.push(mentions);
    if (mentions && typeof version === "number") highest = Math.max(highest, version);
  }
  return kept.includes(true) ? { kept, version: highest } : undefined;
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
      key === "transactions" && !value.isNull
        ? joinArray(Array.from(cutItems(value, maxTransactions), withoutVersion))
        : value,
    ]),
  );
}

function withoutVersion(transaction: RawJson): RawJson {
  return joinObject((cutMembers(transaction) ?? []).filter(([key]) => key !== "version"));
}

function keptItems(array: RawJson, kept: readonly boolean[]): RawJson {
  return joinArray([...cutItems(array, maxTransactions)].filter((_, index) => kept[index] === true));
}
