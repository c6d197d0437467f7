import document from "./providers.json" with { type: "json" };

interface NamedProvider {
  readonly name: string;
  readonly hosts?: readonly string[];
}

const named: ReadonlyMap<string, NamedProvider> = new Map(Object.entries(document));

/** Ids of the shipped providers; `x-providers` in the document names these. */
export const providerIds: readonly string[] = [...named.keys()];

/** Finds the provider of a host by the longest of its domains that matches; the first one if several have it. */
export function providerOfHost(
  host: string,
  providers: Iterable<readonly [string, Pick<NamedProvider, "hosts">]> = named,
): string | undefined {
  let match: string | undefined;
  let longest = 0;
  for (const [id, { hosts = [] }] of providers)
    for (const domain of hosts)
      if (domain.length > longest && (host === domain || host.endsWith(`.${domain}`))) {
        match = id;
        longest = domain.length;
      }
  return match;
}

const namesList = new Intl.ListFormat("en-GB");

/** Names of providers for a sentence: `Helius and QuickNode`. */
export function providerNames(ids: readonly string[]): string {
  return namesList.format(ids.map((id) => named.get(id)?.name ?? id));
}
