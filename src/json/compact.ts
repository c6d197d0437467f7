import { foldJson, type JsonFold } from "./fold-json.ts";
import { quote } from "./join.ts";

/** The same text without whitespace between tokens: one line, every token as it was written. Throws a JsonError. */
export function compact(text: string): string {
  return foldJson(text, compactFold);
}

const compactFold: JsonFold<string> = {
  scalar: (raw) => raw,
  array: (items) => `[${items.join(",")}]`,
  object: (members) => `{${members.map(([key, value]) => `${quote(key)}:${value}`).join(",")}}`,
};
