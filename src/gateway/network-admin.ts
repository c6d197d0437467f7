import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

/** Builds the check of who may change networks (`server_config.network_admin`). */
export function createNetworkAdmin(rule: "open" | "loopback" | "off"): (caller: Caller) => void {
  return (caller) => {
    // Whatever the rule: a web page that somebody happens to look at must not turn his networks.
    if (caller.foreignOrigin) {
      throw refused(
        "Pages of other origins may not change networks: add the origin to server_config.cors_origins.",
      );
    }
    if (rule === "off") throw refused("Networks can't be changed here: server_config.network_admin is off.");
    if (rule === "loopback" && !caller.loopback) {
      throw refused(
        "Networks can be changed from this machine only: server_config.network_admin is loopback.",
      );
    }
  };
}

function refused(message: string): RpcError {
  return RpcError.of("notAllowed", message);
}
