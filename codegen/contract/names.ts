/** Name of a type: `getBalance` → `GetBalance`, `Epoch and Inflation` → `EpochAndInflation`. */
export function typeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[0-9]/.test(joined) || joined === "" ? `N${joined}` : joined;
}

/** Name of a constant: `Address` → `address`. Reserved words get a trailing underscore. */
export function constantName(name: string): string {
  const joined = typeName(name);
  const lower = joined.slice(0, 1).toLowerCase() + joined.slice(1);
  return reserved.has(lower) ? `${lower}_` : lower;
}

/** Makes names unique: the second `limit` becomes `limit2`. */
export class NameTable {
  readonly #taken = new Set<string>();

  unique(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${name}${number}`;
    this.#taken.add(free);
    return free;
  }
}

const reserved = new Set(
  `arguments as async await boolean break case catch class const continue debugger default delete do else enum eval export
  extends false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield constructor`.split(
    /\s+/,
  ),
);

/** Compares text by code units, so that the order is the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The most frequent text; the first one of several. */
export function mostFrequent(texts: readonly string[]): string {
  const count = (text: string) => texts.filter((other) => other === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best));
}
