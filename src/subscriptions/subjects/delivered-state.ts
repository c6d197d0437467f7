import { createHash } from "node:crypto";
import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** How an account that does not exist counts, however it is written. */
export const gone = "gone";

/** A hash of an account's state: equal states have equal hashes. */
export function stateHash(account: RawJson | undefined): string {
  if (account === undefined || account.isNull) return gone;
  // An account without lamports does not exist; nodes write one as null over HTTP and as an empty account here.
  if (account.byteLength < 256 && member(account, "lamports")?.toString() === "0") return gone;
  const hash = createHash("sha1");
  for (const part of account.parts) hash.update(part);
  return hash.digest("base64");
}

/** What was delivered last of one account. */
export interface DeliveredState {
  readonly slot: number;
  readonly mark: string;
}
