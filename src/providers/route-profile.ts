import type { RouteProfile } from "../../generated/config.ts";
import type { Transfer } from "../transaction/read-transaction.ts";

/** What a call sends, as far as routes have demands of it. */
export interface SentContents {
  /** Transfers of lamports by its transactions. */
  readonly transfers: readonly Transfer[];
  /** Its transactions, if it sends several at once. */
  readonly bundleSize: number | undefined;
  /** The caller asks for preflight explicitly. */
  readonly wantsPreflight: boolean;
}

/** Whether a provider is a route: its profile names methods. */
export function isRoute({ methods }: RouteProfile): boolean {
  return Object.keys(methods).length > 0;
}

/** The first demand of a route that a call does not meet, to follow the route's name; undefined if it meets all. */
export function unmetDemand(
  { skipPreflight, tipAccounts, leastTip, bundleSize }: RouteProfile,
  sent: SentContents,
): string | undefined {
  if (sent.bundleSize !== undefined && bundleSize !== undefined && sent.bundleSize > bundleSize)
    return `takes bundles of at most ${bundleSize} transactions, and this has ${sent.bundleSize}`;
  if (skipPreflight && sent.wantsPreflight)
    return "takes no preflight, and the call asks for it (skipPreflight: false)";
  const [account] = tipAccounts;
  if (account === undefined) return undefined;
  const tips = sent.transfers.filter(({ to }) => tipAccounts.includes(to));
  const highest = tips.reduce((most, { lamports }) => (lamports > most ? lamports : most), 0n);
  if (tips.length > 0 && highest >= BigInt(leastTip)) return undefined;
  const accounts =
    tipAccounts.length === 1 ? account : `one of its ${tipAccounts.length} tip accounts, such as ${account}`;
  return `wants a tip of at least ${leastTip} lamports to ${accounts}, and gets ${highest}`;
}
