import { foldJson, type JsonFold } from "./fold-json.ts";
import { quote } from "./join.ts";

/** The same text without whitespace between tokens: one line, every token as written. Throws a JsonError. */
export function compact(text: string): string {
  return foldJson(text, compactFold);
}

/** Writes values without whitespace. Texts grow by +=, which only links them: joining would copy deep values at each level. */
export const compactFold: JsonFold<string> = {
  scalar: (raw) => raw,
  array(items) {
    let text = "[";
    for (const item of items) text += text === "[" ? item : `,${item}`;
    return `${text}]`;
  },
  object(members) {
    let text = "{";
    for (const [key, value] of members) text += `${text === "{" ? "" : ","}${quote(key)}:${value}`;
    return `${text}}`;
  },
};
