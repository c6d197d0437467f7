import type { Caller } from "../../gateway/gateway-call.ts";

/** The caller on standard input, or of a command: on this machine, without an address. */
export const stdioCaller: Caller = {
  transport: "stdio",
  address: undefined,
  isLoopback: true,
  isCrossOrigin: false,
  isForeignOrigin: false,
};
