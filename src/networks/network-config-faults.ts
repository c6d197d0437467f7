import type { Config, UpstreamEntry } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { knownProviders } from "../providers/known-providers.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { matchesMethod } from "./network.ts";
import { registrySnapshot } from "./network-registry.ts";
import { resolveNetworks } from "./resolve-networks.ts";

/**
 * Faults of the configured networks. `extraIds` are ids of networks that the program runs itself. If the registry is fetched, the store
 * checks ids later.
 */
export function networkConfigFaults(
  config: Config,
  extraIds: readonly string[] = [],
): readonly ConfigFault[] {
  if (config.registry.url !== undefined) return [];
  const { faults } = resolveNetworks({ config, registry: registrySnapshot() });
  const { defaultNetwork } = config;
  const isExtra = defaultNetwork !== undefined && extraIds.includes(defaultNetwork);
  return isExtra ? faults.filter(({ at }) => at !== "default_network") : faults;
}

/** Faults for unknown names in `methods` of upstreams and in `auth.costs`: a misspelt name would silently match nothing. */
export function methodNameFaults(config: Config, documented: readonly string[]): ConfigFault[] {
  const fromProviders = [...knownProviders(config.providers).values()].flatMap(
    ({ extraMethods = [] }) => extraMethods,
  );
  const names = [...documented, ...fromProviders];
  const networks = Object.entries(config.svmNetworks);
  const charged = Object.keys(config.auth.costs).filter((name) => name !== "default");
  const allowed = networks.flatMap(([, { allowMethods }]) => allowMethods);
  return [
    ...upstreamFaults("upstreams", config.upstreams, names, []),
    ...networks.flatMap(([id, { upstreams, allowMethods }]) =>
      upstreamFaults(`svm_networks.${id}.upstreams`, upstreams, names, allowMethods),
    ),
    ...patternFaults("auth.costs", charged, names, allowed),
  ];
}

function upstreamFaults(
  at: string,
  upstreams: readonly (string | UpstreamEntry)[],
  names: readonly string[],
  allowedMethods: readonly string[],
): ConfigFault[] {
  return upstreams.flatMap((upstream, index) =>
    typeof upstream === "string"
      ? []
      : (["allow", "deny"] as const).flatMap((list) =>
          patternFaults(`${at}[${index}].methods.${list}`, upstream.methods[list], names, allowedMethods),
        ),
  );
}

function patternFaults(
  at: string,
  patterns: readonly string[],
  names: readonly string[],
  allowedMethods: readonly string[],
): ConfigFault[] {
  const isKnown = (pattern: string) =>
    names.some((name) => matchesMethod([pattern], name)) ||
    allowedMethods.some((passed) => canOverlap(pattern, passed));
  return patterns
    .filter((pattern) => !isKnown(pattern))
    .map((pattern) => {
      const near = nearest(pattern.replace("*", ""), names, 2);
      const hint = didYouMean(near, "svm-gateway methods lists those of openrpc.json");
      return {
        at,
        message: `names no method of openrpc.json, of a provider or of allow_methods: ${JSON.stringify(pattern)}; ${hint}`,
      };
    });
}

/** True if some method can match both patterns. */
function canOverlap(a: string, b: string): boolean {
  const [prefixA, prefixB] = [a.replace("*", ""), b.replace("*", "")];
  return (
    matchesMethod([a], prefixB) ||
    matchesMethod([b], prefixA) ||
    (a.endsWith("*") && b.endsWith("*") && (prefixA.startsWith(prefixB) || prefixB.startsWith(prefixA)))
  );
}
