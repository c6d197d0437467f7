import { foldJson, type JsonFold } from "./fold-json.ts";
import { writeMembers } from "./join.ts";

/** A text without whitespace between tokens: one line, every token as written. Throws a JsonError. */
export function compact(text: string): string {
  return foldJson(text, compactFold);
}

/** Writes values without whitespace. Texts grow by +=, which only links them: joining would copy deep values at each level. */
const compactFold: JsonFold<string> = {
  scalar: (raw) => raw,
  array(items) {
    let text = "[";
    for (const item of items) text += text === "[" ? item : `,${item}`;
    return `${text}]`;
  },
  object: writeMembers,
};

/** Text without these is canonical already: whitespace and objects (a match inside a string does no harm). */
const needsFolding = /[{ \t\r\n]/;

/**
 * One form for texts that mean the same, for keys of caches and calls: no whitespace, keys sorted, scalars as written. Throws a JsonError.
 */
export function canonical(text: string): string {
  return needsFolding.test(text) ? foldJson(text, canonicalFold) : text;
}

const canonicalFold: JsonFold<string> = {
  ...compactFold,
  object: (members) => writeMembers([...members].sort(byKey)),
};

/** Equal keys keep their order: it decides which of them counts. */
function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
