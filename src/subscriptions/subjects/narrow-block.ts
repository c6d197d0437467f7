import { cutArray } from "../../json/cut.ts";
import { cutMembers, member } from "../../json/cut-members.ts";
import { joinArray, joinObject } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";

interface AccountsEntry {
  readonly transaction: { readonly accountKeys: readonly { readonly pubkey: string }[] };
}

/** Members of a block that have one item for each transaction. */
const perTransaction = new Set(["transactions", "signatures"]);

/**
 * Reduces a block to the transactions that mention an address, with their bytes unchanged; undefined if none does. `accounts`
 * is the same block with the accounts of its transactions, which are encoded in some other forms.
 */
export function narrowBlock(block: RawJson, accounts: RawJson, address: string): RawJson | undefined {
  const entries = member<readonly AccountsEntry[]>(accounts, "transactions")?.parse() ?? [];
  const kept = entries.map(({ transaction }) =>
    transaction.accountKeys.some(({ pubkey }) => pubkey === address),
  );
  if (!kept.includes(true)) return undefined;
  return joinObject(
    (cutMembers(block) ?? []).map(([key, value]) => [
      key,
      perTransaction.has(key) && !value.isNull ? keptItems(value, kept) : value,
    ]),
  );
}

function keptItems(array: RawJson, kept: readonly boolean[]): RawJson {
  const items = cutArray(array.toString()).filter((_, index) => kept[index] === true);
  return joinArray(items.map((item) => RawJson.fromText(item)));
}
