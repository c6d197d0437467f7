import type { RpcError } from "../../rpc/rpc-error.ts";

/** The code for a transaction of a newer version than was allowed. */
export const unsupportedVersionCode = -32015;

const named = /version \((\d{1,3})\)/;

/**
 * The version that a node refused to write, as its message names it; `allowed` is what it was asked for, undefined for legacy
 * transactions only.
 */
export function refusedVersion({ message }: RpcError, allowed: number | undefined): number {
  const [, digits] = named.exec(message) ?? [];
  // Any version above the allowed one may have been refused; the next one has been for sure.
  return digits === undefined ? (allowed ?? -1) + 1 : Number(digits);
}
