import { methods } from "../../../generated/methods.ts";
import { authFaults } from "../../auth/auth-faults.ts";
import type { ConfigFault } from "../../config/config-fault.ts";
import type { SourcedValues } from "../../config/effective-values.ts";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { agreementFaults } from "../../gateway/agreement-rules.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { methodNameFaults, networkConfigFaults } from "../../networks/network-config-faults.ts";
import { toolWordFaults } from "../../transports/mcp/tools/tool-filter.ts";
import type { CommandContext } from "./arguments.ts";

const wsPortPath = "server_config.ws_port";

/** Reads and checks the configuration of a command. Throws `ConfigFaults` with all faults. */
export function readConfig({ flags, env, cwd }: Pick<CommandContext, "flags" | "env" | "cwd">): LoadedConfig {
  const extraIds = flags.local ? localNetworkIds : [];
  const load = (defaults = flags.defaults) =>
    loadConfig({
      flags: { ...flags, defaults },
      env,
      cwd,
      check: (config, values) => [
        ...networkConfigFaults(config, extraIds),
        ...methodNameFaults(config, Object.keys(methods)),
        ...(flags.portPath === wsPortPath ? [] : portFaults(values)),
        ...toolWordFaults(config.tools),
        ...agreementFaults(config.agreement),
        ...authFaults(config),
      ],
    });
  const loaded = load();
  if (!flags.local || isRateLimitConfigured(loaded)) return loaded;
  // Local ledgers are for development, where a rate limit would break loops and test runs.
  return load({ ...flags.defaults, "server_config.rate_limit.enabled": false });
}

/** True if nothing sets the WebSocket port. Then another port may be used if the default is taken. */
export function isWsPortDefault({ values }: LoadedConfig): boolean {
  return values.get(wsPortPath)?.source.kind === "default";
}

/** The HTTP and WebSocket listeners of `serve` can't share a port. */
function portFaults(values: SourcedValues): ConfigFault[] {
  const [http, ws] = [values.get("server_config.port"), values.get(wsPortPath)];
  if (ws?.source.kind === "default" || ws?.value === 0 || ws?.value !== http?.value) return [];
  const message = `must differ from server_config.port, which is ${http?.value} too; that port takes WebSocket connections anyway`;
  return [{ at: wsPortPath, message }];
}

function isRateLimitConfigured({ values }: LoadedConfig): boolean {
  for (const [path, { source }] of values)
    if (path.startsWith("server_config.rate_limit.") && source.kind !== "default") return true;
  return false;
}
