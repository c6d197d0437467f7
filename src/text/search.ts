interface Searchable {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Everyday words that users may search for. */
  readonly words?: string | undefined;
}

/** Finds at most `max` items by words, best match first. */
export type Search<Item extends Searchable> = (query: string, max: number) => Item[];

/** How much a match counts in each field. */
const weights = { name: 3, title: 2, words: 2.5, description: 1 } as const;

const stopWords = new Set(
  `a an and any are as at be been by can could do does for from get give has have how i if in into is it its me my of on
  or our out please show so tell than that the their them there these they this to up us was we were what when where which
  who why will with would you your one use using about did much many`.split(/\s+/),
);

const maxQueryWords = 24;

/** Weight of a match with only the beginning of a word, relative to a whole word. */
const prefixShare = 0.5;
const minPrefixLength = 4;

interface Entry<Item> {
  readonly item: Item;
  readonly scores: ReadonlyMap<string, number>;
}

/** Creates a search over items. Rare words count more than common ones. */
export function createSearch<Item extends Searchable>(items: readonly Item[]): Search<Item> {
  const entries = items.map((item): Entry<Item> => ({ item, scores: scoreWords(item) }));
  const itemCounts = new Map<string, number>();
  for (const { scores } of entries) {
    for (const word of scores.keys()) itemCounts.set(word, (itemCounts.get(word) ?? 0) + 1);
  }
  const rarityOf = (word: string) => Math.log(1 + items.length / (itemCounts.get(word) ?? items.length));

  function scoreOf({ item, scores }: Entry<Item>, words: readonly string[], whole: string): number {
    let score = item.name.toLowerCase() === whole ? 1000 : 0;
    for (const word of words) score += bestMatch(scores, word, rarityOf);
    return score;
  }

  return (query, max) => {
    const words = splitWords(query).slice(0, maxQueryWords);
    const whole = query.trim().toLowerCase();
    return entries
      .map((entry) => ({ item: entry.item, score: scoreOf(entry, words, whole) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, max)
      .map(({ item }) => item);
  };
}

function bestMatch(
  scores: ReadonlyMap<string, number>,
  queryWord: string,
  rarityOf: (word: string) => number,
): number {
  const exact = scores.get(queryWord);
  if (exact !== undefined) return exact * rarityOf(queryWord);
  if (queryWord.length < minPrefixLength) return 0;
  let best = 0;
  for (const [word, score] of scores) {
    if (word.startsWith(queryWord) || (word.length >= minPrefixLength && queryWord.startsWith(word)))
      best = Math.max(best, score * rarityOf(word) * prefixShare);
  }
  return best;
}

/** The words of an item, each with the weight of the most important field that has it. */
function scoreWords(item: Searchable): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const [field, weight] of Object.entries(weights)) {
    for (const word of splitWords(item[field as keyof typeof weights] ?? ""))
      scores.set(word, Math.max(scores.get(word) ?? 0, weight));
  }
  return scores;
}

/** The distinct words of a text as stems, without stop words. Splits camelCase names. */
function splitWords(text: string): string[] {
  const parts = text
    .slice(0, 2000)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return [...new Set(parts.filter((part) => part.length > 1 && !stopWords.has(part)).map(stemOf))];
}

/** Removes common endings, so that `holders` finds `holder`, and `sending` finds `send`. */
function stemOf(word: string): string {
  if (word.length > 5 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ed")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}
