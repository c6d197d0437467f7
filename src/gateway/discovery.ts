import type { RawJson } from "../json/raw-json.ts";
import type { GatewayAnswers } from "./gateway-answers.ts";
import type { Gateway } from "./gateway-call.ts";

/** OpenRPC's method for service discovery. No document lists it. */
export const discoverMethod = "rpc.discover";

/** Answers `rpc.discover` with the document itself, in the gateway dialect. */
export function withDiscovery(gateway: Gateway, document: RawJson, gatewayAnswers: GatewayAnswers): Gateway {
  return {
    call: (call) =>
      call.method === discoverMethod && call.dialect === "gateway"
        ? gatewayAnswers.answer(call.caller, () => document)
        : gateway.call(call),
  };
}
