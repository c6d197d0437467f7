import { foldJson, type JsonFold } from "./fold-json.ts";
import { writeMembers } from "./join.ts";

/** Removes whitespace between tokens; every token stays as written. Throws a JsonError. */
export function compact(text: string): string {
  return foldJson(text, compactFold);
}

/** Writes values without whitespace. Text grows by +=, which only links strings; join would copy deep values at each level. */
const compactFold: JsonFold<string> = {
  scalar: (raw) => raw,
  array(items) {
    let text = "[";
    for (const item of items) text += text === "[" ? item : `,${item}`;
    return `${text}]`;
  },
  object: writeMembers,
};

/** Text without whitespace or objects is canonical already; a match inside a string does no harm. */
const needsFolding = /[{ \t\r\n]/;

/**
 * Canonical form for keys of caches and calls: no whitespace, keys sorted, scalars as written. Throws a JsonError.
 */
export function canonical(text: string): string {
  return needsFolding.test(text) ? foldJson(text, canonicalFold) : text;
}

const canonicalFold: JsonFold<string> = {
  ...compactFold,
  object: (members) => writeMembers([...members].sort(byKey)),
};

/** Duplicate keys keep their order, which decides which one counts. */
function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
