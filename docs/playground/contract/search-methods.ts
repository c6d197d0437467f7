import type { Method } from "../../../codegen/contract.ts";
import type { SiteContract } from "./site-contract.ts";

/** Methods that match every word of a query, the best first: by name, then by what they do, then by parameters. */
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
    .sort((a, b) => a.rank - b.rank);
  // Words deep in a description count only where nothing better is there.
  const isNear = found.some(({ rank }) => rank < inDescription);
  return found.filter(({ rank }) => !isNear || rank < inDescription).map(({ method }) => method);
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
