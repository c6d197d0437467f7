import type { IncomingMessage } from "node:http";
import type { ServerConfig } from "../../../generated/config.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { createCallerReader } from "./caller-of-request.ts";
import { createHostGuard, type HostGuard } from "./host-guard.ts";
import { createOriginPolicy, type OriginPolicy } from "./origin-policy.ts";

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
  const hosts = createHostGuard(serverConfig.host, serverConfig.allowedHosts);
  const origins = createOriginPolicy(serverConfig.enableCors, serverConfig.corsOrigins, hosts);
  return { hosts, origins, callerOf: createCallerReader(origins, serverConfig.trustProxy) };
}
