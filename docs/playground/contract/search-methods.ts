import type { Method } from "../../../codegen/contract/contract.ts";
import { nearest } from "../../../src/text/did-you-mean.ts";
import { createSearch, type Search } from "../../../src/text/search.ts";
import type { SiteContract } from "./site-contract.ts";

/** Most methods that plain words find. */
const maxByPlainWords = 8;

/** Words of longer queries are not corrected: most of them name nothing. */
const maxCorrectedWords = 3;
const minCorrectedLength = 4;

const vocabularies = new WeakMap<SiteContract, ReadonlySet<string>>();
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
 * does, words that no method knows are corrected to the nearest known one, and then searched for as plain words.
 */
export function searchMethods(contract: SiteContract, query: string): Method[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = byEveryWord(contract, words);
  if (found.length > 0) return found;
  const corrected =
    words.length > maxCorrectedWords ? words : words.map((word) => correctedWord(contract, word));
  const near = byEveryWord(contract, corrected);
  return near.length > 0 ? near : byPlainWords(contract, corrected.join(" "));
}

function byEveryWord(contract: SiteContract, words: readonly string[]): Method[] {
  const found = contract.categories
    .flatMap(({ methods }) => methods)
    .map((method) => ({ method, rank: rankOf(method, words) }))
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => orderOf(a) - orderOf(b));
  // Words deep in a description count only if nothing better is there.
  const isNear = found.some(({ method, rank }) => rank < inDescription && method.providers === undefined);
  return found.filter(({ rank }) => !isNear || rank < inDescription).map(({ method }) => method);
}

/** The word itself if anything knows it, else the known one that it is nearest to. */
function correctedWord(contract: SiteContract, word: string): string {
  const isKnown = byEveryWord(contract, [word]).length > 0 || byPlainWords(contract, word).length > 0;
  return isKnown ? word : (nearest(word, vocabularyOf(contract), 1)[0] ?? word);
}

/** Names of methods, and the words that they and their summaries are made of. */
function vocabularyOf(contract: SiteContract): ReadonlySet<string> {
  const known = vocabularies.get(contract);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const { name, summary } of contract.methods) {
    words.add(name.toLowerCase());
    for (const word of [...name.split(/(?=[A-Z])/), ...summary.split(/[^A-Za-z]+/)])
      if (word.length >= minCorrectedLength) words.add(word.toLowerCase());
  }
  vocabularies.set(contract, words);
  return words;
}

/** The same search as the tools for models have. */
function byPlainWords(contract: SiteContract, query: string): Method[] {
  let search = searches.get(contract);
  if (search === undefined) {
    search = createSearch(contract.categories.flatMap(({ methods }) => methods).map(searchedOf));
    searches.set(contract, search);
  }
  return search(query, maxByPlainWords).map(({ method }) => method);
}

function searchedOf(method: Method): SearchedMethod {
  const { name, summary, tool } = method;
  return { name, title: summary, description: tool?.description ?? "", words: tool?.words, method };
}

/** What only some providers serve comes after what every upstream does, but if it is what was asked for. */
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
