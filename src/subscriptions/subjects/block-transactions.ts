import { cutItems, cutMembers, member } from "../../json/cut-raw.ts";
import { joinArray, joinObject } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";

interface AccountsEntry {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[] };
  readonly version?: unknown;
}

/** More transactions than a block can hold. */
export const maxTransactions = 65_536;

interface Mentions {
  /** By transaction: true if it mentions the address. */
  readonly kept: readonly boolean[];
  /** Newest version of those transactions; -1 if all are legacy. */
  readonly version: number;
}

/** Finds the transactions of a block (details accounts) that mention an address; undefined if none does. */
export function findMentions(accounts: RawJson, address: string): Mentions | undefined {
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

/** Reduces a block in any encoding to the `kept` transactions, without changing their bytes. */
export function narrowBlock(block: RawJson, kept: readonly boolean[]): RawJson {
  return withItems(block, ["transactions", "signatures"], (items) => items.filter((_, index) => kept[index]));
}

/** Removes transaction versions, which nodes write only for callers that allow them. */
export function withoutVersions(block: RawJson): RawJson {
  return withItems(block, ["transactions"], (items) =>
    items.map((item) => joinObject((cutMembers(item) ?? []).filter(([key]) => key !== "version"))),
  );
}

function withItems(
  block: RawJson,
  keys: readonly string[],
  change: (items: readonly RawJson[]) => readonly RawJson[],
): RawJson {
  return joinObject(
    (cutMembers(block) ?? []).map(([key, value]) => [
      key,
      keys.includes(key) && !value.isNull ? joinArray(change([...cutItems(value, maxTransactions)])) : value,
    ]),
  );
}
