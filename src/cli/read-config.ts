import { methods } from "../../generated/methods.ts";
import { tools } from "../../generated/tools.ts";
import { type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { agreementFaults } from "../gateway/agreement-rules.ts";
import { localNetworkIds } from "../networks/local-network-ids.ts";
import { networkFaults } from "../networks/network-faults.ts";
import { toolWordFaults } from "../transports/mcp/tools/tool-filter.ts";
import type { Flags } from "./arguments.ts";
import type { CommandIo } from "./command-io.ts";

/** Reads the configuration of a command, and checks its networks, tools and rules. Throws `ConfigFaults` with everything that is wrong. */
export function readConfig(flags: Flags, { env, cwd }: Pick<CommandIo, "env" | "cwd">): LoadedConfig {
  const extraIds = flags.local ? localNetworkIds : [];
  const load = (defaults = flags.defaults) =>
    loadConfig({
      flags: { ...flags, defaults },
      env,
      cwd,
      check: (config) => [
        ...networkFaults(config, extraIds),
        ...toolWordFaults(tools, config.tools),
        ...agreementFaults(config.agreement, methods),
      ],
    });
  const loaded = load();
  if (!flags.local || isRateLimitConfigured(loaded)) return loaded;
  // An embedded ledger is for development: no limit should stop loops and test runs.
  return load({ ...flags.defaults, "server_config.rate_limit.enabled": false });
}

function isRateLimitConfigured({ values }: LoadedConfig): boolean {
  for (const [path, { source }] of values)
    if (path.startsWith("server_config.rate_limit.") && source.kind !== "default") return true;
  return false;
}
