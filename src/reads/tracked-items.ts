import type { TokenRule } from "../contract/read-rules.ts";
import type { HeadRead } from "./head-read.ts";
import type { ItemQuery } from "./items/item-query.ts";
import { maxItemBytes, type TokenAmounts } from "./items/item-text.ts";
import type { Item } from "./state/item.ts";
import type { ItemStore } from "./state/item-store.ts";

/** The items of a read, and their store. */
export interface TrackedItems {
  readonly query: ItemQuery;
  readonly store: ItemStore;
  readonly items: readonly Item[];
  /** Store of the whole accounts; `store` itself unless that holds slices. */
  readonly wholeAccounts: ItemStore;
}

/** Counts the read of each item. Returns undefined if the read can't be merged. */
export function trackItems({ call, query, ledger }: HeadRead): TrackedItems | undefined {
  if (query === undefined) return undefined;
  const storeOf = ({ mergedConfig, rule }: ItemQuery) => ledger.itemsOf(mergedConfig.key, rule.recentSeconds);
  const itemsIn = (store: ItemStore) => query.items.map((key) => store.countRead(key, call.clientAddress));
  const wholeAccounts = storeOf(query);
  const accounts = itemsIn(wholeAccounts);
  const narrow = narrowIfLarge(query, accounts);
  if (narrow === undefined) return undefined;
  if (narrow === query) return { query, store: wholeAccounts, items: accounts, wholeAccounts };
  const store = storeOf(narrow);
  return { query: narrow, store, items: itemsIn(store), wholeAccounts };
}

/** Returns the query if all items are known to be small, else a narrow one; undefined if that can't be merged. */
function narrowIfLarge(query: ItemQuery, items: readonly Item[]): ItemQuery | undefined {
  const { derived, narrowConfig, rule } = query;
  const isSmall = items.every(({ bytes }) => bytes !== undefined && bytes <= maxItemBytes);
  if (derived === undefined || isSmall) return query;
  if (narrowConfig === undefined) return undefined;
  const { encoding } = derived;
  const isEncoded = rule.member === undefined && encoding !== "base64";
  return {
    ...query,
    mergedConfig: narrowConfig,
    derived: isEncoded ? { encoding, slice: undefined } : undefined,
  };
}

/** True if the decimals of all items' mints are known. Without its text, an item's `canWriteAmount` tells. */
export function canWriteAmounts(
  rule: TokenRule,
  items: readonly Item[],
  store: ItemStore,
  tokens: TokenAmounts,
): boolean {
  return items.every((item) => {
    const text = store.newestText(item);
    return text === undefined ? item.canWriteAmount : tokens.amountOf(text, rule) !== undefined;
  });
}
