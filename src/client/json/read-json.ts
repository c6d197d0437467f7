import { memberShape, type Shape, type ShapeNode } from "./shape.ts";

/** Deeper than any ledger result; keeps hostile text from overflowing the stack. */
const maxDepth = 1000;

/** Longer than any number from a ledger. Parsing a bigint of a million digits would block the program. */
const maxNumberLength = 1000;

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const bracketOrQuote = /["[\]{}]/g;

/**
 * Parses JSON without losing digits. Unlike JSON.parse, it returns a bigint for a whole number beyond 2^53 or where `shape` says so,
 * and throws a SyntaxError for nesting beyond 1000 levels or a number of more than 1000 characters.
 */
export function readJson(text: string, shape?: Shape): unknown {
  const reader = new JsonReader(text);
  const value = reader.value(shape, 0);
  reader.end();
  return value;
}

/** The JSON text of an object's members; undefined if the text is not an object. Values are checked only when they are read. */
export function membersOf(text: string | undefined): Map<string, string> | undefined {
  const members = new Map<string, string>();
  return readAll(text, (reader) => reader.eachMember((key) => members.set(key, reader.raw()))) && members;
}

/** The JSON text of an array's items; undefined if the text is not an array. */
export function itemsOf(text: string | undefined): string[] | undefined {
  const items: string[] = [];
  return readAll(text, (reader) => reader.eachItem(() => items.push(reader.raw()))) && items;
}

/** Reads text to its end; undefined if it is not JSON of the expected kind. */
function readAll(text = "", read: (reader: JsonReader) => void): true | undefined {
  const reader = new JsonReader(text);
  try {
    read(reader);
    reader.end();
    return true;
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(shape: Shape | undefined, depth: number): unknown {
    if (depth > maxDepth) throw new SyntaxError(`JSON nests deeper than ${maxDepth} levels`);
    this.#skipSpace();
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(shape === "bigint" ? undefined : shape, depth);
      case "[":
        return this.#array(shape === "bigint" ? undefined : shape?.items, depth);
      case '"':
        return this.#string();
      case "t":
        return this.#literal("true", true);
      case "f":
        return this.#literal("false", false);
      case "n":
        return this.#literal("null", null);
      default:
        return readNumber(this.#number(), shape === "bigint" || shape?.bigint === true);
    }
  }

  /** Returns the JSON text of the next value. */
  raw(): string {
    this.#skipSpace();
    const start = this.#at;
    const first = this.#text[start];
    if (first === '"') this.#at = this.#stringEnd();
    else if (first === "{" || first === "[") this.#skipBrackets();
    else if (first === "t" || first === "f" || first === "n") this.value(undefined, 0);
    else this.#number();
    return this.#text.slice(start, this.#at);
  }

  eachMember(read: (key: string) => void): void {
    this.#expect("{");
    if (this.#skip("}")) return;
    do {
      this.#skipSpace();
      if (this.#text[this.#at] !== '"') throw this.#unexpected("a key in quotes");
      const key = this.#string();
      this.#expect(":");
      read(key);
    } while (this.#skip(","));
    this.#expect("}");
  }

  eachItem(read: () => void): void {
    this.#expect("[");
    if (this.#skip("]")) return;
    do read();
    while (this.#skip(","));
    this.#expect("]");
  }

  end(): void {
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected("the end");
  }

  #object(shape: ShapeNode | undefined, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.eachMember((key) => {
      const value = this.value(memberShape(shape, key), depth + 1);
      // Assigning to __proto__ would set the prototype, not a member.
      if (key === "__proto__") {
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      } else {
        object[key] = value;
      }
    });
    return object;
  }

  #array(items: Shape | undefined, depth: number): unknown[] {
    const array: unknown[] = [];
    this.eachItem(() => array.push(this.value(items, depth + 1)));
    return array;
  }

  /** JSON.parse decodes the string, rejects control characters, and returns a copy that does not keep the whole text in memory. */
  #string(): string {
    const start = this.#at;
    this.#at = this.#stringEnd();
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  /** Index after the closing quote of the string that starts at the current index. */
  #stringEnd(): number {
    let quote = this.#text.indexOf('"', this.#at + 1);
    while (quote !== -1 && this.#isEscaped(quote)) quote = this.#text.indexOf('"', quote + 1);
    if (quote === -1) throw new SyntaxError(`JSON ends inside the string at position ${this.#at}`);
    return quote + 1;
  }

  #isEscaped(at: number): boolean {
    let backslashes = 0;
    while (this.#text[at - 1 - backslashes] === "\\") backslashes += 1;
    return backslashes % 2 === 1;
  }

  #skipBrackets(): void {
    let depth = 0;
    do {
      bracketOrQuote.lastIndex = this.#at;
      const match = bracketOrQuote.exec(this.#text);
      if (match === null) throw new SyntaxError("JSON ends inside an object or array");
      this.#at = match.index;
      if (match[0] === '"') {
        this.#at = this.#stringEnd();
        continue;
      }
      depth += match[0] === "{" || match[0] === "[" ? 1 : -1;
      this.#at += 1;
    } while (depth > 0);
  }

  #number(): string {
    numberPattern.lastIndex = this.#at;
    const match = numberPattern.exec(this.#text);
    if (match === null) throw this.#unexpected("a value");
    this.#at = numberPattern.lastIndex;
    return match[0];
  }

  #literal<T>(text: string, value: T): T {
    if (!this.#text.startsWith(text, this.#at)) throw this.#unexpected("a value");
    this.#at += text.length;
    return value;
  }

  #skipSpace(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
  }

  #skip(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) throw this.#unexpected(JSON.stringify(character));
  }

  #unexpected(expected: string): SyntaxError {
    const found = this.#text[this.#at];
    const shown = found === undefined ? "the end" : JSON.stringify(found);
    return new SyntaxError(`JSON: expected ${expected} at position ${this.#at}, found ${shown}`);
  }
}

function readNumber(literal: string, isExact: boolean): number | bigint {
  if (literal.length > maxNumberLength)
    throw new SyntaxError(
      `JSON holds a number of ${literal.length} characters; at most ${maxNumberLength} are read`,
    );
  const isInteger = !/[.eE]/.test(literal);
  if (isExact) return (isInteger ? BigInt(literal) : readWhole(literal)) ?? Number(literal);
  const number = Number(literal);
  return isInteger && !Number.isSafeInteger(number) ? BigInt(literal) : number;
}

/** Most digits of a whole number with an exponent: `1e999999999` must not exhaust memory. */
const maxWholeDigits = 64;

/** Reads `1.0` and `1e2` as whole numbers; undefined if digits remain after the point. */
function readWhole(literal: string): bigint | undefined {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = `${whole}${fraction}`.replace(/0+$/, "");
  if (digits === "" || digits === "-") return 0n;
  const zeros = Number(exponent) + whole.length - digits.length;
  if (zeros < 0 || digits.length + zeros > maxWholeDigits) return undefined;
  return BigInt(digits + "0".repeat(zeros));
}
