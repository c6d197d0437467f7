import { RpcError } from "../../../rpc/rpc-error.ts";

/** One page of a list, and the cursor of the next one. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

/**
 * Cuts a page out of a list. A cursor holds the key of the last item that was shown, so a list that has changed meanwhile
 * continues at the right place.
 */
export function pageOf<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  cursor: string | undefined,
  size: number,
): Page<T> {
  const start = cursor === undefined ? 0 : positionAfter(all, keyOf, cursor);
  const items = all.slice(start, start + size);
  const last = items.at(-1);
  if (last === undefined || start + size >= all.length) return { items };
  return { items, nextCursor: Buffer.from(keyOf(last)).toString("base64url") };
}

function positionAfter<T>(all: readonly T[], keyOf: (item: T) => string, cursor: string): number {
  const key = Buffer.from(cursor, "base64url").toString();
  const found = all.findIndex((item) => keyOf(item) === key);
  if (found >= 0) return found + 1;
  throw RpcError.of(
    "invalidParams",
    "Invalid params: cursor must be the nextCursor of an earlier page; leave it out to start again.",
    { data: { faults: [{ param: "cursor", message: "must be the nextCursor of an earlier page" }] } },
  );
}
