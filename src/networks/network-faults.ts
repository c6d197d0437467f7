import type { Config } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { registrySnapshot } from "./registry/registry-snapshot.ts";
import { resolveNetworks } from "./resolve-networks.ts";

/**
 * What is wrong with the networks that a configuration names, for `loadConfig`. `extraIds` are the ids of networks that the
 * program will run. With a registry to fetch, unknown ids may still turn out to be known: the store decides then.
 */
export function networkFaults(config: Config, extraIds: readonly string[] = []): readonly ConfigFault[] {
  if (config.registry.url !== undefined) return [];
  const { faults } = resolveNetworks({ config, registry: registrySnapshot() });
  const { defaultNetwork } = config;
  const isExtra = defaultNetwork !== undefined && extraIds.includes(defaultNetwork);
  return isExtra ? faults.filter(({ at }) => at !== "default_network") : faults;
}
