import { member } from "../../../json/cut-members.ts";
import type { RawJson } from "../../../json/raw-json.ts";
import { rawHash } from "./recent-payloads.ts";

/** The hash of an account that does not exist, however it is written. */
export const gone = "gone";

/** A hash of an account's state: equal states have equal hashes. */
export function stateHash(account: RawJson | undefined): string {
  if (account === undefined || account.isNull) return gone;
  // An account without lamports does not exist; nodes write it as null over HTTP and as an empty account in notifications.
  if (account.byteLength < 256 && member(account, "lamports")?.toString() === "0") return gone;
  return rawHash(account);
}

/** The last delivered state of an account. */
export interface DeliveredState {
  readonly slot: number;
  readonly hash: string;
}
