import type { Method } from "../../../codegen/contract/contract.ts";
import { providerNames } from "../../../src/providers/provider-names.ts";

/** A network of the gateway, as GET /networks lists it. */
export interface NetworkChoice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  /** Ids of the providers that are known to run its upstreams. Undefined if the gateway does not say. */
  readonly providers: readonly string[] | undefined;
}

/** The networks of a gateway, and which of them is chosen. */
export interface ChosenNetwork {
  readonly network: string;
  readonly defaultNetwork: string | undefined;
  readonly networks: readonly NetworkChoice[] | undefined;
}

/** Why the chosen network is not known to serve a method; undefined if it is, or nothing is known. */
export function unservedText(method: Method, settings: ChosenNetwork): string | undefined {
  const { networks, network, defaultNetwork } = settings;
  const chosen = networks?.find(({ id }) => id === (network === "" ? defaultNetwork : network));
  if (chosen === undefined) return undefined;
  if (method.networks !== undefined && !method.networks.includes(chosen.type as never))
    return `${chosen.id} is of type ${chosen.type}; this works only on ${method.networks.join(", ")}.`;
  if (method.providers === undefined || isServed(method.providers, chosen)) return undefined;
  return `No upstream of ${chosen.id} is known to serve this: ${providerNames(method.providers)} ${method.providers.length === 1 ? "does" : "do"}. Choose a network that has one, or add one to the configuration.`;
}

function isServed(providers: readonly string[], { providers: known }: NetworkChoice): boolean {
  return known === undefined || known.some((id) => providers.includes(id));
}
