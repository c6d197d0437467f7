import type { ServerConfig } from "../../generated/config.ts";
import { missingRightError } from "../auth/rights.ts";
import { isLoopbackHost } from "../net/client-address.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

type ManagementRule = "open" | "loopback" | "off";

/** `server_config.network_admin`; by default, a gateway that other machines can reach is managed from its own machine only. */
export function networkAdminRule({
  networkAdmin,
  host,
}: Pick<ServerConfig, "networkAdmin" | "host">): ManagementRule {
  return networkAdmin ?? (isLoopbackHost(host) ? "open" : "loopback");
}

/** Builds the check of who may manage the gateway. With keys or tokens, only administrators may. */
export function createManagementCheck(rule: ManagementRule, hasAuth: boolean): (caller: Caller) => void {
  return (caller) => {
    // Under any rule, a web page that an operator visits must not change networks.
    if (caller.isForeignOrigin) {
      throw RpcError.of(
        "notAllowed",
        "Pages of other origins may not manage the gateway: add the origin to server_config.cors_origins.",
      );
    }
    if (rule === "off")
      throw RpcError.of(
        "notAllowed",
        "Networks, upstreams, keys and the configuration can't be managed here: server_config.network_admin is off.",
      );
    if (hasAuth) {
      if (caller.authenticated?.rights.isAdmin !== true)
        throw missingRightError(
          "Networks, upstreams, keys and the configuration may not be managed",
          "admin",
        );
      // An administrator may connect from anywhere.
      return;
    }
    if (rule === "loopback" && !caller.isLoopback) {
      throw RpcError.of(
        "notAllowed",
        "Networks, upstreams and the configuration can be managed from this machine only, and not through a proxy: server_config.network_admin is loopback.",
      );
    }
  };
}
