import document from "./providers.json" with { type: "json" };

/** The part of a provider's entry that is read here. */
interface NamedProvider {
  readonly name: string;
  readonly hosts?: readonly string[];
}

const named: ReadonlyMap<string, NamedProvider> = new Map(Object.entries(document));

/** Ids of the providers that the gateway knows, as `x-providers` of the document names them. */
export const providerIds: readonly string[] = [...named.keys()];

/** Id of the provider that a host belongs to; undefined if that is not known. */
export function providerOfHost(host: string): string | undefined {
  const isOf = (end: string) => host === end || host.endsWith(`.${end}`);
  for (const [id, { hosts = [] }] of named) if (hosts.some(isOf)) return id;
  return undefined;
}

/** Names of providers in a sentence: `Helius and QuickNode`. */
export function providerNames(ids: readonly string[]): string {
  const names = ids.map((id) => named.get(id)?.name ?? id);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
