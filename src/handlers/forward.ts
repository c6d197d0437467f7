import type { HandlerContext } from "../gateway/handler-context.ts";
import type { RawJson } from "../json/raw-json.ts";

/** Passes the call on and gives the ledger's own bytes back, as most methods do. */
export function forward(context: HandlerContext): Promise<RawJson<never>> {
  return context.forward();
}
