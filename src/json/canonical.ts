import { foldJson, type JsonFold } from "./fold-json.ts";
import { quote } from "./join.ts";

/** What may need another form: whitespace and objects (or strings that hold a space or a brace, which does no harm). */
const mayDiffer = /[{ \t\r\n]/;

/**
 * One form for texts that mean the same: no whitespace, keys sorted. Case, numbers and strings stay as written.
 * For keys of caches and of calls in flight: texts with the same form always mean the same. Throws a JsonError.
 */
export function canonical(text: string): string {
  return mayDiffer.test(text) ? foldJson(text, canonicalFold) : text;
}

// Texts grow by +=, which links them until the whole is read: joining would copy deep values once for each level.
const canonicalFold: JsonFold<string> = {
  scalar: (raw) => raw,
  array(items) {
    let text = "[";
    for (const item of items) text += text === "[" ? item : `,${item}`;
    return `${text}]`;
  },
  object(members) {
    let text = "{";
    for (const [key, value] of [...members].sort(byKey))
      text += `${text === "{" ? "" : ","}${quote(key)}:${value}`;
    return `${text}}`;
  },
};

/** Of equal keys the order stays: which of them counts depends on it. */
function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
