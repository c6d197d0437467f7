import type { Config, UpstreamEntry } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { knownProviders } from "../providers/known-providers.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { matchesMethod } from "./network.ts";
import { registrySnapshot } from "./registry/network-registry.ts";
import { resolveNetworks } from "./resolve-networks.ts";

/**
 * Faults of the networks in a configuration. `extraIds` are ids of networks that the program itself will run. With a registry to fetch,
 * ids may still be unknown, so the store checks them later.
 */
export function networkFaults(config: Config, extraIds: readonly string[] = []): readonly ConfigFault[] {
  if (config.registry.url !== undefined) return [];
  const { faults } = resolveNetworks({ config, registry: registrySnapshot() });
  const { defaultNetwork } = config;
  const isExtra = defaultNetwork !== undefined && extraIds.includes(defaultNetwork);
  return isExtra ? faults.filter(({ at }) => at !== "default_network") : faults;
}

/** Faults for unknown names in `methods.allow` and `methods.deny` of upstreams: a misspelt one would silently match nothing. */
export function upstreamMethodFaults(config: Config, described: readonly string[]): ConfigFault[] {
  const fromProviders = [...knownProviders(config.providers).values()].flatMap(
    ({ extraMethods = [] }) => extraMethods,
  );
  const known = [...described, ...fromProviders];
  return [
    ...faultsOf("upstreams", config.upstreams, known, []),
    ...Object.entries(config.svmNetworks).flatMap(([id, { upstreams, allowMethods }]) =>
      faultsOf(`svm_networks.${id}.upstreams`, upstreams, known, allowMethods),
    ),
  ];
}

function faultsOf(
  at: string,
  upstreams: readonly (string | UpstreamEntry)[],
  known: readonly string[],
  passedThrough: readonly string[],
): ConfigFault[] {
  const isKnown = (pattern: string) =>
    known.some((name) => matchesMethod([pattern], name)) ||
    passedThrough.some((passed) => isRelated(pattern, passed));
  return upstreams.flatMap((upstream, index) => {
    if (typeof upstream === "string") return [];
    return (["allow", "deny"] as const).flatMap((list) =>
      upstream.methods[list]
        .filter((pattern) => !isKnown(pattern))
        .map((pattern) => {
          const near = nearest(pattern.replace("*", ""), known, 2);
          const hint = didYouMean(near, "svm-gateway methods lists those of openrpc.json");
          return {
            at: `${at}[${index}].methods.${list}`,
            message: `names no method of openrpc.json, of a provider or of allow_methods: ${JSON.stringify(pattern)}; ${hint}`,
          };
        }),
    );
  });
}

/** Whether some method can match both patterns. */
function isRelated(a: string, b: string): boolean {
  const [prefixA, prefixB] = [a.replace("*", ""), b.replace("*", "")];
  return (
    matchesMethod([a], prefixB) ||
    matchesMethod([b], prefixA) ||
    (a.endsWith("*") && b.endsWith("*") && (prefixA.startsWith(prefixB) || prefixB.startsWith(prefixA)))
  );
}
