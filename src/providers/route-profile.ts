import type { RouteProfile } from "../../generated/config.ts";
import type { Transfer } from "../transaction/read-transaction.ts";

/** The contents of a call that routes check before they send its transactions. */
export interface SentContents {
  readonly transfers: readonly Transfer[];
  /** Number of transactions in the bundle; undefined if the call sends a single one. */
  readonly bundleSize: number | undefined;
  /** True if the call asks for preflight explicitly. */
  readonly wantsPreflight: boolean;
}

/** Returns true if a provider is a route, which takes only transactions: its profile names methods. */
export function isRoute({ methods }: RouteProfile): boolean {
  return Object.keys(methods).length > 0;
}

/** Words the first requirement of a route that a call fails, to follow the route's name; undefined if it meets all. */
export function unmetDemand(
  { skipPreflight, tipAccounts, leastTip, bundleSize }: RouteProfile,
  sent: SentContents,
): string | undefined {
  if (sent.bundleSize !== undefined && bundleSize !== undefined && sent.bundleSize > bundleSize)
    return `takes bundles of at most ${bundleSize} transactions, and this one has ${sent.bundleSize}`;
  if (skipPreflight && sent.wantsPreflight)
    return "does no preflight, and the call asks for it: set skipPreflight to true";
  const [account] = tipAccounts;
  if (account === undefined) return undefined;
  const tips = sent.transfers.filter(({ to }) => tipAccounts.includes(to));
  const highest = tips.reduce((highest, { lamports }) => (lamports > highest ? lamports : highest), 0n);
  if (tips.length > 0 && highest >= BigInt(leastTip)) return undefined;
  const accounts =
    tipAccounts.length === 1 ? account : `one of its ${tipAccounts.length} tip accounts, such as ${account}`;
  return `needs a tip of at least ${leastTip} lamports to ${accounts}, and gets ${highest}`;
}
