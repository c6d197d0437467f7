import { skipSpace, skipString } from "./scan/skip-value.ts";

/** Kinds of JSON tokens. */
export type TokenKind = "key" | "string" | "number" | "literal";

const scalar = /[-+.\w]+/y;
const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };
const oneLineWidth = 60;

/** Pretty-prints valid JSON, with short arrays and objects on one line and every token as written. `paint` may colour a token. */
export function indentJson(
  text: string,
  paint: (kind: TokenKind, token: string) => string = (_kind, raw) => raw,
): string {
  const tokens = splitTokens(text);
  let output = "";
  let depth = 0;
  let oneLineEnd = -1;
  const line = () => `\n${"  ".repeat(depth)}`;
  for (let index = 0; index < tokens.length; index += 1) {
    const raw = tokens[index] ?? "";
    const flat = index < oneLineEnd;
    if (closing[raw] !== undefined) {
      const end = flat ? -1 : shortEnd(tokens, index);
      if (end >= 0) oneLineEnd = end;
      output += raw;
      if (!flat && end < 0) {
        depth += 1;
        output += line();
      }
    } else if (raw === "}" || raw === "]") {
      if (index > oneLineEnd) {
        depth -= 1;
        output += line();
      }
      output += raw;
    } else if (raw === ",") output += flat ? ", " : `,${line()}`;
    else if (raw === ":") output += ": ";
    else output += paint(tokenKind(raw, tokens[index + 1]), raw);
  }
  return output;
}

/** Splits valid JSON into tokens. Strings are skipped, not matched: a pattern would overflow the stack on long ones. */
function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  let position = skipSpace(text, 0);
  while (position < text.length) {
    const end = tokenEnd(text, position);
    tokens.push(text.slice(position, end));
    position = skipSpace(text, end);
  }
  return tokens;
}

function tokenEnd(text: string, start: number): number {
  if (text[start] === '"') return skipString(text, start);
  scalar.lastIndex = start;
  return scalar.test(text) ? scalar.lastIndex : start + 1;
}

/** Index of the bracket that closes the structure at `start`, if all of it fits on one line; otherwise -1. */
function shortEnd(tokens: readonly string[], start: number): number {
  let width = 0;
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    const raw = tokens[index] ?? "";
    width += raw.length + (raw === "," || raw === ":" ? 1 : 0);
    if (width > oneLineWidth) return -1;
    if (closing[raw] !== undefined) depth += 1;
    else if (raw === "}" || raw === "]") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

function tokenKind(raw: string, next: string | undefined): TokenKind {
  if (raw.startsWith('"')) return next === ":" ? "key" : "string";
  return /^[-\d]/.test(raw) ? "number" : "literal";
}
