import type { Config, UpstreamEntry } from "../../generated/config.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import { knownProviders } from "../providers/known-providers.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { matchesMethod } from "./method-patterns.ts";

type ConfiguredUpstreams = readonly (string | UpstreamEntry)[];

/** Names in `methods.allow` and `methods.deny` of upstreams that no method has: a misspelt one would deny nothing, without a word. */
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
  upstreams: ConfiguredUpstreams,
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
        .map((pattern) => ({
          at: `${at}[${index}].methods.${list}`,
          message: `names no method of openrpc.json, of a provider or of allow_methods: ${JSON.stringify(pattern)}; ${hintFor(pattern, known)}`,
        })),
    );
  });
}

/** Whether two names or prefixes can match one method. */
function isRelated(a: string, b: string): boolean {
  const [prefixA, prefixB] = [a.replace("*", ""), b.replace("*", "")];
  return (
    matchesMethod([a], prefixB) ||
    matchesMethod([b], prefixA) ||
    (a.endsWith("*") && b.endsWith("*") && (prefixA.startsWith(prefixB) || prefixB.startsWith(prefixA)))
  );
}

function hintFor(pattern: string, known: readonly string[]): string {
  return didYouMean(
    nearest(pattern.replace("*", ""), known, 2),
    "svm-gateway methods lists those of openrpc.json",
  );
}
