import { isUtf8 } from "node:buffer";
import { JsonError, unlessJsonError } from "./json-error.ts";
import { PlainText } from "./plain-text.ts";
import { isHexDigit, isShortEscape, isSpace } from "./skip-value.ts";

// What the scanner expects next. In states up to `afterValue`, whitespace may come first.
const value = 0;
const firstItem = 1;
const key = 2;
const firstKey = 3;
const colon = 4;
const afterValue = 5;
const inString = 6;
const inEscape = 7;
/** Four states, 8 to 11: 8 expects four more hexadecimal digits, 11 the last one. */
const inHex = 8;
const lastHex = 11;
const inLiteral = 12;
// Numbers. In even states the number is complete, so any other byte ends it.
const minus = 13;
const zero = 14;
const integer = 16;
const point = 17;
const fraction = 18;
const exponent = 19;
const exponentSign = 21;
const exponentDigits = 22;
const endOfNumber = 0;

const literals = [Buffer.from("true"), Buffer.from("false"), Buffer.from("null")] as const;

/** Called after each member of the outermost object, with the offsets of its key (including quotes) and its value. */
export type OnMember = (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => void;

/**
 * Validates JSON bytes as they arrive, as strictly as JSON.parse, and reports the offsets of the outermost object's members. It
 * stores no members (a hostile body may have millions) and no bytes, does not recurse (a level costs one bit), and gives the
 * same result wherever the chunks are split. It does not check UTF-8.
 *
 * skip-value.ts checks the same grammar in text. There are two because a chunk may end anywhere, so this is a state machine that
 * steps per byte; text is complete, so a position is all the state, and a pattern skips strings faster.
 */
export class JsonScanner {
  byteLength = 0;
  /** Values begun so far, at any depth, without keys. */
  values = 0;
  readonly #onMember: OnMember | undefined;
  /** The first three offsets of the current member, and how many are set. */
  readonly #member: [number, number, number] = [0, 0, 0];
  #marks = 0;
  #state = value;
  #depth = 0;
  /** Kinds of the innermost levels, one bit each, the innermost lowest: 1 is an object. */
  #levels = 0;
  /** Kinds of the outer levels, 16 per entry. */
  readonly #outerLevels: number[] = [];
  #stringIsKey = false;
  #literal: Uint8Array = literals[0];
  #literalIndex = 0;

  constructor(onMember?: OnMember) {
    this.#onMember = onMember;
  }

  /**
   * Checks the next bytes; throws a JsonError at the first invalid one. One long loop over local variables, because methods and
   * fields are slower.
   */
  push(bytes: Uint8Array): void {
    const { length } = bytes;
    const base = this.byteLength;
    const text = new PlainText(bytes);
    let state = this.#state;
    let depth = this.#depth;
    let levels = this.#levels;
    let stringIsKey = this.#stringIsKey;
    let values = this.values;
    let index = 0;
    while (index < length) {
      if (state === inString) {
        index = text.findEnd(index);
        if (index === length) break;
        const code = bytes[index] as number;
        index += 1;
        if (code === 0x22 /* " */) {
          if (depth === 1 && (levels & 1) === 1) this.#mark(base + index);
          state = stringIsKey ? colon : afterValue;
        } else if (code === 0x5c /* \ */) {
          state = inEscape;
        } else {
          throw new JsonError("syntax", "a control character inside a string", base + index - 1);
        }
        continue;
      }
      const code = bytes[index] as number;
      if (state >= minus) {
        const next = nextOfNumber(state, code);
        if (next !== endOfNumber) {
          state = next;
          index += 1;
          continue;
        }
        if ((state & 1) === 1) throw unexpectedByte(code, base + index, "a digit");
        if (depth === 1 && (levels & 1) === 1) this.#mark(base + index);
        state = afterValue;
        continue;
      }
      if (code <= 0x20 && state <= afterValue) {
        if (!isSpace(code)) throw unexpectedByte(code, base + index, expectedNext(state, depth, levels));
        index += 1;
        continue;
      }
      switch (state) {
        case value:
        case firstItem:
          if (code === 0x5d /* ] */ && state === firstItem) {
            depth -= 1;
            levels = (depth & 15) === 15 ? this.#popLevels() : levels >>> 1;
            if (depth === 1 && (levels & 1) === 1) this.#mark(base + index + 1);
            state = afterValue;
            break;
          }
          values += 1;
          if (depth === 1 && (levels & 1) === 1) this.#mark(base + index);
          if (code === 0x22 /* " */) {
            state = inString;
            stringIsKey = false;
          } else if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
            if ((depth & 15) === 15) levels = this.#pushLevels(levels);
            depth += 1;
            levels = code === 0x7b ? (levels << 1) | 1 : levels << 1;
            state = code === 0x7b ? firstKey : firstItem;
          } else if (code > 0x30 && code <= 0x39) {
            state = integer;
          } else if (code === 0x30 /* 0 */) {
            state = zero;
          } else if (code === 0x2d /* - */) {
            state = minus;
          } else {
            this.#startLiteral(code, base + index);
            state = inLiteral;
          }
          break;
        case afterValue:
          if (depth > 0 && code === 0x2c /* , */) {
            state = (levels & 1) === 1 ? key : value;
          } else if (depth > 0 && code === ((levels & 1) === 1 ? 0x7d /* } */ : 0x5d) /* ] */) {
            depth -= 1;
            levels = (depth & 15) === 15 ? this.#popLevels() : levels >>> 1;
            if (depth === 1 && (levels & 1) === 1) this.#mark(base + index + 1);
          } else {
            throw unexpectedByte(code, base + index, expectedNext(state, depth, levels));
          }
          break;
        case key:
        case firstKey:
          if (code === 0x22 /* " */) {
            if (depth === 1) this.#mark(base + index);
            state = inString;
            stringIsKey = true;
          } else if (code === 0x7d /* } */ && state === firstKey) {
            depth -= 1;
            levels = (depth & 15) === 15 ? this.#popLevels() : levels >>> 1;
            if (depth === 1 && (levels & 1) === 1) this.#mark(base + index + 1);
            state = afterValue;
          } else {
            throw unexpectedByte(code, base + index, expectedNext(state, depth, levels));
          }
          break;
        case colon:
          if (code !== 0x3a) throw unexpectedByte(code, base + index, expectedNext(state, depth, levels));
          state = value;
          break;
        case inLiteral:
          if (code !== this.#literal[this.#literalIndex]) throw unexpectedByte(code, base + index, "a value");
          this.#literalIndex += 1;
          if (this.#literalIndex === this.#literal.length) {
            if (depth === 1 && (levels & 1) === 1) this.#mark(base + index + 1);
            state = afterValue;
          }
          break;
        default:
          state = nextOfEscape(state, code, base + index);
      }
      index += 1;
    }
    this.byteLength = base + length;
    this.values = values;
    this.#state = state;
    this.#depth = depth;
    this.#levels = levels;
    this.#stringIsKey = stringIsKey;
  }

  /** Ends the input; throws a JsonError if a value is missing or incomplete. */
  end(): void {
    const state = this.#state;
    const isWhole = state === afterValue || (state >= minus && (state & 1) === 0);
    if (!isWhole || this.#depth > 0)
      throw new JsonError("syntax", "the text ends too early", this.byteLength);
  }

  // Kept out of the hot loop; the outermost level has few members.
  #mark(offset: number): void {
    if (this.#onMember === undefined) return;
    const member = this.#member;
    if (this.#marks < 3) {
      member[this.#marks] = offset;
      this.#marks += 1;
    } else {
      this.#marks = 0;
      this.#onMember(member[0], member[1], member[2], offset);
    }
  }

  #pushLevels(levels: number): number {
    this.#outerLevels.push(levels);
    return 0;
  }

  #popLevels(): number {
    return this.#outerLevels.pop() ?? 0;
  }

  #startLiteral(code: number, offset: number): void {
    const literal = literals.find((candidate) => candidate[0] === code);
    if (literal === undefined) throw unexpectedByte(code, offset, "a value");
    this.#literal = literal;
    this.#literalIndex = 1;
  }
}

/** The next state of a number; `endOfNumber` if this byte is not part of it. */
function nextOfNumber(state: number, code: number): number {
  if (code >= 0x30 && code <= 0x39) {
    if (state === integer || state === fraction || state === exponentDigits) return state;
    if (state === minus) return code === 0x30 ? zero : integer;
    if (state === point) return fraction;
    return state === zero ? endOfNumber : exponentDigits;
  }
  const isMantissa = state === zero || state === integer;
  if (code === 0x2e /* . */) return isMantissa ? point : endOfNumber;
  if (code === 0x65 || code === 0x45 /* e E */)
    return isMantissa || state === fraction ? exponent : endOfNumber;
  return state === exponent && (code === 0x2b || code === 0x2d) ? exponentSign : endOfNumber;
}

/** The next state inside an escape, after its backslash. */
function nextOfEscape(state: number, code: number, offset: number): number {
  if (state !== inEscape) {
    if (!isHexDigit(code)) throw unexpectedByte(code, offset, "four hexadecimal digits");
    return state === lastHex ? inString : state + 1;
  }
  if (code === 0x75 /* u */) return inHex;
  if (isShortEscape(code)) return inString;
  throw unexpectedByte(code, offset, "a valid escape");
}

function expectedNext(state: number, depth: number, levels: number): string {
  if (state === colon) return '":"';
  if (state === key || state === firstKey) return "a key in quotes";
  if (state !== afterValue) return "a value";
  if (depth === 0) return "nothing more";
  return (levels & 1) === 1 ? '"," or "}"' : '"," or "]"';
}

function unexpectedByte(code: number, offset: number, expected: string): JsonError {
  const found = code >= 0x20 && code < 0x7f ? JSON.stringify(String.fromCharCode(code)) : `byte ${code}`;
  return new JsonError("syntax", `expected ${expected}, found ${found}`, offset);
}

/** Returns true for exactly one JSON value in UTF-8, without surrounding whitespace. */
export function isOneJsonValue(bytes: Buffer): boolean {
  const [first, last] = [bytes[0] ?? 0x20, bytes.at(-1) ?? 0x20];
  if (first <= 0x20 || last <= 0x20 || !isUtf8(bytes)) return false;
  const isValid = unlessJsonError(() => {
    const scanner = new JsonScanner();
    scanner.push(bytes);
    scanner.end();
    return true;
  });
  return isValid === true;
}
