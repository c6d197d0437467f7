import type { ServerResponse } from "node:http";
import { Cancellation } from "../../call/cancellation.ts";

/** What tells a call that its client went away before the answer was written. */
export function clientCancellation(response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  response.on("close", () => {
    if (!response.writableFinished) cancellation.cancel();
  });
  return cancellation;
}
