import type { Caller } from "../../gateway/gateway-call.ts";

/** The caller of a process that serves one client on standard input, or a command: on this machine, without an address. */
export const stdioCaller: Caller = {
  transport: "stdio",
  address: undefined,
  loopback: true,
  crossOrigin: false,
  foreignOrigin: false,
};
