import type { IncomingMessage } from "node:http";
import type { ServerConfig } from "../../../generated/config.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { createCallerReader } from "./caller-of-request.ts";
import { HostGuard } from "./host-guard.ts";
import { OriginPolicy } from "./origin-policy.ts";

/** The guards that a listener runs first on each request. */
export interface RequestGuards {
  readonly hosts: HostGuard;
  readonly origins: OriginPolicy;
  readonly callerOf: (request: IncomingMessage) => Caller;
}

/** The settings that the guards depend on. */
export type RequestGuardConfig = Pick<
  ServerConfig,
  "host" | "allowedHosts" | "enableCors" | "corsOrigins" | "trustProxy"
>;

/** Creates the guards of a gateway. */
export function createRequestGuards(serverConfig: RequestGuardConfig): RequestGuards {
  const hosts = new HostGuard(serverConfig.host, serverConfig.allowedHosts);
  const origins = new OriginPolicy(serverConfig.enableCors, serverConfig.corsOrigins, hosts);
  return { hosts, origins, callerOf: createCallerReader(origins, serverConfig.trustProxy) };
}
