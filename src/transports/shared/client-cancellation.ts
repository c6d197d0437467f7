import type { ServerResponse } from "node:http";
import { Cancellation } from "../../call/cancellation.ts";

/** Cancels a call when its client goes away before the answer is written. */
export function clientCancellation(response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  response.on("close", () => {
    if (!response.writableFinished) cancellation.cancel();
  });
  return cancellation;
}
