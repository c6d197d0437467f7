import document from "./providers.json" with { type: "json" };

/** The part of a provider's entry that is read here. */
interface NamedProvider {
  readonly name: string;
  readonly hosts?: readonly string[];
}

const named: ReadonlyMap<string, NamedProvider> = new Map(Object.entries(document));

/** Ids of the providers that the gateway knows, as `x-providers` of the document names them. */
export const providerIds: readonly string[] = [...named.keys()];

/** Id of the provider that a host belongs to, by the longest matching end, and the first of equals; undefined if none matches. */
export function providerOfHost(
  host: string,
  providers: Iterable<readonly [string, Pick<NamedProvider, "hosts">]> = named,
): string | undefined {
  let found: string | undefined;
  let longest = 0;
  for (const [id, { hosts = [] }] of providers)
    for (const end of hosts)
      if (end.length > longest && (host === end || host.endsWith(`.${end}`))) {
        found = id;
        longest = end.length;
      }
  return found;
}

/** Name of a provider for people. */
function providerName(id: string): string {
  return named.get(id)?.name ?? id;
}

/** Names of providers in a sentence: `Helius and QuickNode`. */
export function providerNames(ids: readonly string[]): string {
  const names = ids.map(providerName);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
