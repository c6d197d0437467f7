/** A provider of upstreams: how it is called, and the ends of its host names. */
export interface Provider {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** The providers that the document names in `x-providers`, by id. */
export const providers = {
  das: { name: "nodes with a digital-asset index", hosts: [] },
  photon: { name: "nodes with a Photon index", hosts: [] },
  alchemy: { name: "Alchemy", hosts: ["alchemy.com"] },
  helius: { name: "Helius", hosts: ["helius-rpc.com", "helius.xyz"] },
  jito: { name: "Jito", hosts: ["jito.wtf"] },
  quicknode: { name: "QuickNode", hosts: ["quiknode.pro"] },
  shyft: { name: "Shyft", hosts: ["shyft.to"] },
  triton: { name: "Triton", hosts: ["rpcpool.com"] },
} as const satisfies Readonly<Record<string, Provider>>;

/** Id of the provider whose host it is; undefined for a host of no known one. */
export function providerOfHost(host: string): string | undefined {
  const isOf = (end: string) => host === end || host.endsWith(`.${end}`);
  return Object.entries<Provider>(providers).find(([, { hosts }]) => hosts.some(isOf))?.[0];
}

/** Names of providers in a sentence: `Helius and QuickNode`. */
export function providerNames(ids: readonly string[]): string {
  const names = ids.map((id) =>
    Object.hasOwn(providers, id) ? providers[id as keyof typeof providers].name : id,
  );
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
