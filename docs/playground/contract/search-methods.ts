import type { Method } from "../../../codegen/contract.ts";
import { createSearch, type Search } from "../../../src/text/search.ts";
import type { SiteContract } from "./site-contract.ts";

/** Most methods that plain words find. */
const mostByWords = 8;

const searches = new WeakMap<SiteContract, Search<SearchedMethod>>();

interface SearchedMethod {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly words: string | undefined;
  readonly method: Method;
}

/**
 * Methods that match every word of a query, the best first: by name, then by what they do, then by parameters. Where none
 * does, those that the plain words of a question find.
 */
export function searchMethods(contract: SiteContract, query: string): Method[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = contract.categories
    .flatMap(({ methods }) => methods)
    .map((method) => ({ method, rank: rankOf(method, words) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => orderOf(a) - orderOf(b));
  // Words deep in a description count only where nothing better is there.
  const isNear = found.some(({ method, rank }) => rank < inDescription && method.providers === undefined);
  const near = found.filter(({ rank }) => !isNear || rank < inDescription).map(({ method }) => method);
  return near.length > 0 ? near : byPlainWords(contract, query);
}

/** The same search as the tools for models have. */
function byPlainWords(contract: SiteContract, query: string): Method[] {
  let search = searches.get(contract);
  if (search === undefined) {
    search = createSearch(contract.categories.flatMap(({ methods }) => methods).map(searchedOf));
    searches.set(contract, search);
  }
  return search(query, mostByWords).map(({ method }) => method);
}

function searchedOf(method: Method): SearchedMethod {
  const { name, summary, tool } = method;
  return { name, title: summary, description: tool?.description ?? "", words: tool?.words, method };
}

/** What only some providers serve comes after what every upstream does, but where it is what was asked for. */
function orderOf({ method, rank }: { readonly method: Method; readonly rank: number }): number {
  return method.providers === undefined || rank < 1 ? rank : rank + 3.5;
}

const inDescription = 7;
const noMatch = 100;

function rankOf(method: Method, words: readonly string[]): number {
  const old = method.deprecated ? 0.5 : 0;
  return old + Math.max(...words.map((word) => wordRank(method, word)));
}

function wordRank(method: Method, word: string): number {
  const name = method.name.toLowerCase();
  if (name === word) return 0;
  if (name.startsWith(word)) return 1;
  // `get` stands before most names: what follows counts as a start too.
  if (name.replace(/^get/, "").startsWith(word)) return 2;
  if (name.includes(word) || method.subscription?.pair.toLowerCase().includes(word)) return 3;
  if (method.summary.toLowerCase().includes(word)) return 4;
  if (method.params.some((param) => param.name.toLowerCase().includes(word))) return 5;
  if (method.category.toLowerCase().includes(word)) return 6;
  return method.description.toLowerCase().includes(word) ? inDescription : noMatch;
}
