import type { RawJson } from "../json/raw-json.ts";
import type { Gateway } from "./gateway-call.ts";

/** OpenRPC's service discovery: its own name for the question, which no document lists. */
export const discoverMethod = "rpc.discover";

/** Answers `rpc.discover` with the document itself, in the gateway dialect. */
export function withDiscovery(gateway: Gateway, document: RawJson): Gateway {
  return {
    call: (call) =>
      call.method === discoverMethod && call.dialect === "gateway"
        ? Promise.resolve(document)
        : gateway.call(call),
  };
}
