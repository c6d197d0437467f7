import { JsonError } from "./json-error.ts";

const inArray = 0;
const inObject = 1;

/** Levels that stay allocated between calls. */
const keptLevels = 1024;

/** The kind of each open level. Shared by all calls, which never nest; grows with the depth. */
let levels = new Uint8Array(keptLevels);

/**
 * Characters that a string may hold unescaped: all but quotes, backslashes and control characters. Always matches.
 * A regular expression is faster than a loop over charCodeAt, for short and long strings.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings, so they must be found.
const plainCharacters = /[^"\\\u0000-\u001f]*/y;

/**
 * Returns the index just after the JSON value at `start`, skipping whitespace before it. Accepts exactly what RFC 8259 and
 * JSON.parse do; throws a JsonError otherwise, of kind `depth` for more than `maxDepth` levels. Does not recurse, so depth costs
 * no stack.
 * json-scanner.ts checks the same grammar in bytes that arrive in chunks, and says why there are two.
 */
export function skipValue(text: string, start: number, maxDepth = Number.POSITIVE_INFINITY): number {
  let position = start;
  let depth = 0;
  if (levels.length > keptLevels) levels = new Uint8Array(keptLevels);
  for (;;) {
    position = skipSpace(text, position);
    const code = charCodeAt(text, position);
    if (code === 0x22 /* " */) {
      position = skipString(text, position);
    } else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      if (depth >= maxDepth) throw tooDeep(position, maxDepth);
      const isObject = code === 0x7b;
      position = skipSpace(text, position + 1);
      // The code of a closing bracket is that of its opening one plus two: ] is 0x5d, } is 0x7d.
      if (charCodeAt(text, position) !== code + 2) {
        push(depth, isObject ? inObject : inArray);
        depth += 1;
        if (isObject) position = skipColon(text, skipKey(text, position));
        continue;
      }
      position += 1;
    } else if (code === 0x2d /* - */ || (code >= 0x30 && code <= 0x39)) {
      position = skipNumber(text, position);
    } else {
      position = skipLiteral(text, position, code);
    }
    // A value has ended; the next character belongs to the enclosing level.
    for (;;) {
      if (depth === 0) return position;
      position = skipSpace(text, position);
      const next = charCodeAt(text, position);
      const isObject = levels[depth - 1] === inObject;
      if (next === 0x2c /* , */) {
        position += 1;
        if (isObject) position = skipColon(text, skipKey(text, skipSpace(text, position)));
        break;
      }
      if (next !== (isObject ? 0x7d : 0x5d)) {
        throw unexpected(text, position, isObject ? '"," or "}"' : '"," or "]"');
      }
      position += 1;
      depth -= 1;
    }
  }
}

/** Skips the whitespace that JSON allows. */
export function skipSpace(text: string, start: number): number {
  let position = start;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code > 0x20 || !isSpace(code)) break;
  }
  return position;
}

/** Skips the string whose opening quote is at `start`. */
export function skipString(text: string, start: number): number {
  for (let position = start + 1; ; position += 1) {
    plainCharacters.lastIndex = position;
    plainCharacters.test(text);
    position = plainCharacters.lastIndex;
    const code = charCodeAt(text, position);
    if (code === 0x22) return position + 1;
    if (code === -1) throw endedEarly(text);
    if (code < 0x20) throw new JsonError("syntax", "a control character inside a string", position);
    position = skipEscape(text, position);
  }
}

/** Skips a key with its quotes, but not the colon. */
export function skipKey(text: string, start: number): number {
  if (charCodeAt(text, start) !== 0x22) throw unexpected(text, start, "a key in quotes");
  return skipString(text, start);
}

/** Skips the colon after a key, with whitespace on both sides. */
export function skipColon(text: string, start: number): number {
  const position = skipSpace(text, start);
  if (charCodeAt(text, position) !== 0x3a) throw unexpected(text, position, '":"');
  return skipSpace(text, position + 1);
}

/** The error for text with something unexpected at `position`. */
export function unexpected(text: string, position: number, expected: string): JsonError {
  if (position >= text.length) return endedEarly(text);
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(position) ?? 0));
  return new JsonError("syntax", `expected ${expected}, found ${found}`, position);
}

/** The character code at `position`; -1 at the end. */
export function charCodeAt(text: string, position: number): number {
  return position < text.length ? text.charCodeAt(position) : -1;
}

/** Returns the index of the last character of the escape that starts at `position`. */
function skipEscape(text: string, position: number): number {
  const code = charCodeAt(text, position + 1);
  if (isShortEscape(code)) return position + 1;
  if (code !== 0x75 /* u */) throw unexpected(text, position + 1, "a valid escape");
  for (let index = position + 2; index < position + 6; index += 1) {
    if (!isHexDigit(charCodeAt(text, index))) throw unexpected(text, index, "four hexadecimal digits");
  }
  return position + 5;
}

function skipNumber(text: string, start: number): number {
  let position = start;
  if (text.charCodeAt(position) === 0x2d) position += 1;
  // A leading zero takes no further digit: 01 is not a number.
  position = charCodeAt(text, position) === 0x30 ? position + 1 : skipDigits(text, position);
  if (charCodeAt(text, position) === 0x2e /* . */) position = skipDigits(text, position + 1);
  const code = charCodeAt(text, position);
  if (code === 0x65 || code === 0x45 /* e E */) {
    position += 1;
    const sign = charCodeAt(text, position);
    if (sign === 0x2b || sign === 0x2d) position += 1;
    position = skipDigits(text, position);
  }
  return position;
}

function skipDigits(text: string, start: number): number {
  let position = start;
  for (; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code < 0x30 || code > 0x39) break;
  }
  if (position === start) throw unexpected(text, position, "a digit");
  return position;
}

function skipLiteral(text: string, position: number, code: number): number {
  if (code === 0x6e && text.startsWith("null", position)) return position + 4;
  if (code === 0x74 && text.startsWith("true", position)) return position + 4;
  if (code === 0x66 && text.startsWith("false", position)) return position + 5;
  throw unexpected(text, position, "a value");
}

function push(depth: number, level: number): void {
  if (depth === levels.length) {
    const grown = new Uint8Array(depth * 2);
    grown.set(levels);
    levels = grown;
  }
  levels[depth] = level;
}

function endedEarly(text: string): JsonError {
  return new JsonError("syntax", "the text ends too early", text.length);
}

function tooDeep(position: number, maxDepth: number): JsonError {
  return new JsonError("depth", `nested deeper than ${maxDepth} levels`, position);
}

/** True for whitespace that JSON allows between tokens. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** True for characters that may follow a backslash in a JSON string, except `u`, which needs four digits. */
export function isShortEscape(code: number): boolean {
  switch (code) {
    case 0x22:
    case 0x5c:
    case 0x2f: // slash
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return true;
    default:
      return false;
  }
}

/** True for a hexadecimal digit. */
export function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}
