import type { ServerResponse } from "node:http";
import { Cancellation } from "../../call/cancellation.ts";

/** Builds a cancellation that fires if the client disconnects before its answer is sent. */
export function clientCancellation(response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  response.on("close", () => {
    if (!response.writableFinished) cancellation.cancel();
  });
  return cancellation;
}
