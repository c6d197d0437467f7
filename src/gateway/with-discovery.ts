import type { RawJson } from "../json/raw-json.ts";
import type { Gateway } from "./gateway-call.ts";
import type { MemoryAnswers } from "./memory-answers.ts";

/** OpenRPC's service discovery: its own name for the question, which no document lists. */
export const discoverMethod = "rpc.discover";

/** Answers `rpc.discover` with the document itself, in the gateway dialect. */
export function withDiscovery(gateway: Gateway, document: RawJson, memory: MemoryAnswers): Gateway {
  return {
    call: (call) =>
      call.method === discoverMethod && call.dialect === "gateway"
        ? memory.answer(call.caller, discoverMethod, () => document)
        : gateway.call(call),
  };
}
