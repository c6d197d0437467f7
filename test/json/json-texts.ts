import { furtherBy } from "../property-runs.ts";

/** Texts that are JSON, by what is special about them. Shared by all tests that read text or bytes. */
export const jsonTexts: readonly (readonly [name: string, text: string])[] = [
  ["null", "null"],
  ["true", "true"],
  ["false", "false"],
  ["zero", "0"],
  ["minus zero", "-0"],
  ["a digit", "7"],
  ["the largest u64", "18446744073709551615"],
  ["an integer written as a float", "1.0"],
  ["an exponent", "1e2"],
  ["an exponent beyond a double", "1E400"],
  ["an exponent with signs and zeros", "-1.50E-007"],
  ["a plus in the exponent", "1e+9"],
  ["a thousand digits", "9".repeat(1000)],
  ["an empty string", '""'],
  ["a space", '" "'],
  ["every short escape", '"\\"\\\\\\/\\b\\f\\n\\r\\t"'],
  ["an escaped NUL", '"\\u0000"'],
  ["hexadecimal digits of both cases", '"\\uAbCd\\u00eF"'],
  ["a lone surrogate, escaped", '"\\ud83d"'],
  ["a surrogate pair, escaped", '"\\ud83d\\ude00"'],
  ["an emoji", '"😀"'],
  ["two, three and four bytes", '"é€𐍈"'],
  ["DEL and C1 controls, which are allowed", '"\u007f\u0080\u009f"'],
  ["line separators, which are allowed", '"\u2028\u2029"'],
  ["brackets in a string", '"[{]},:"'],
  ["an empty array", "[]"],
  ["an empty object", "{}"],
  ["whitespace in empty ones", "[ ]"],
  ["all whitespace everywhere", ' \t\r\n[ \t\r\n1 \t\r\n, { "a" : [ ] , "b":{ } } ] \t\r\n'],
  ["nesting", '[[[]],{"a":{"b":[{}]}}]'],
  ["an empty key", '{"":0}'],
  ["a key with escapes", '{"meth\\u006fd":1}'],
  ["a key written twice", '{"a":1,"a":2}'],
  ["__proto__", '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'],
  ["values of every kind", '[null,true,false,0,-1.5e3,"x",[],{},[1],{"a":1}]'],
  ["17 levels of arrays", "[".repeat(17) + "]".repeat(17)],
  ["40 levels of both kinds", `${'[{"a":'.repeat(20)}0${"}]".repeat(20)}`],
];

/** Texts that are not JSON, by what is wrong with them. */
export const brokenTexts: readonly (readonly [name: string, text: string])[] = [
  ["nothing", ""],
  ["only whitespace", " \n "],
  ["a leading zero", "01"],
  ["a leading zero after a minus", "-01"],
  ["a lone minus", "-"],
  ["a plus", "+1"],
  ["a point without digits", "1."],
  ["a point first", ".5"],
  ["a point after a minus", "-.5"],
  ["an exponent without digits", "1e"],
  ["an exponent with only a sign", "1e+"],
  ["two points", "1.2.3"],
  ["two exponents", "1e2e3"],
  ["a point in the exponent", "1e2.5"],
  ["hexadecimal", "0x10"],
  ["a separator in digits", "1_000"],
  ["NaN", "NaN"],
  ["Infinity", "-Infinity"],
  ["undefined", "undefined"],
  ["half a word", "nul"],
  ["a word and a letter", "nulll"],
  ["a word in capitals", "True"],
  ["two values", "1 2"],
  ["a value and a comma", "1,"],
  ["a value and a bracket", "1]"],
  ["an open string", '"abc'],
  ["an open escape", '"abc\\'],
  ["an escaped closing quote", '"abc\\"'],
  ["an unknown escape", '"\\x41"'],
  ["an escape in capitals", '"\\N"'],
  ["an escape cut short", '"\\u12"'],
  ["an escape of three digits", '"\\u123"'],
  ["an escape of three digits and a letter", '"\\u123x"'],
  ["an escape whose first digit is not hexadecimal", '"\\ug234"'],
  ["an escape whose second digit is not hexadecimal", '"\\u1g34"'],
  ["an escape whose third digit is not hexadecimal", '"\\u12g4"'],
  ["a raw newline in a string", '"a\nb"'],
  ["a raw tab in a string", '"a\tb"'],
  ["a raw NUL in a string", '"a\u0000b"'],
  ["a raw NUL outside", "\u0000"],
  ["single quotes", "'a'"],
  ["a byte order mark", "\ufeff1"],
  ["a no-break space", "\u00a01"],
  ["a vertical tab", "\u000b1"],
  ["an open array", "[1"],
  ["an open array after a comma", "[1,"],
  ["a trailing comma in an array", "[1,]"],
  ["a leading comma in an array", "[,1]"],
  ["two commas", "[1,,2]"],
  ["no comma", "[1 2]"],
  ["a colon in an array", "[1:2]"],
  ["an open object", '{"a":1'],
  ["an object without its value", '{"a":}'],
  ["an object without its colon", '{"a" 1}'],
  ["an object with two colons", '{"a"::1}'],
  ["a key without quotes", "{a:1}"],
  ["a number as a key", "{1:1}"],
  ["a trailing comma in an object", '{"a":1,}'],
  ["a leading comma in an object", '{,"a":1}'],
  ["a comma for a colon", '{"a","b"}'],
  ["an array closed as an object", "[1}"],
  ["an object closed as an array", '{"a":1]'],
  ["an empty array closed as an object", "[}"],
  ["an empty object closed as an array", "{]"],
  ["one bracket too many", "[]]"],
  ["a comment", "[1/*2*/]"],
  ["40 levels that end in the wrong order", `${'[{"a":'.repeat(20)}0${"]}".repeat(20)}`],
  ["17 levels and one bracket too many", "[".repeat(17) + "]".repeat(18)],
  ["17 levels and one bracket too few", "[".repeat(17) + "]".repeat(16)],
];

/** Whether JSON.parse accepts a text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (caught) {
    if (caught instanceof SyntaxError) return false;
    throw caught;
  }
}

/** Every string over an alphabet, up to a length, shortest first. */
function* stringsOver(alphabet: string, maxLength: number): Generator<string> {
  let heads = [""];
  yield "";
  for (let length = 1; length <= maxLength; length += 1) {
    const longer: string[] = [];
    for (const head of heads) {
      for (const character of alphabet) {
        yield head + character;
        if (length < maxLength) longer.push(head + character);
      }
    }
    heads = longer;
  }
}

/** Small alphabets that together cover the whole grammar, and how long strings over them get. */
export const smallAlphabets: readonly (readonly [what: string, alphabet: string, maxLength: number])[] = [
  ["brackets and separators", '[]{},:"0 ', 5 + furtherBy],
  ["numbers", "-+0 1.eE", 5 + furtherBy],
  ["strings and escapes", '"\\u0Af/\n', 5 + furtherBy],
  ["members", '{}":,1', 6 + furtherBy],
  ["words", "trufalsn[", 4 + furtherBy],
];

const taken = new Map<string, ReadonlySet<string>>();

/** The strings over an alphabet that JSON.parse accepts, found once for all readers: a refusal costs JSON.parse more than them. */
function jsonOver(alphabet: string, maxLength: number): ReadonlySet<string> {
  let texts = taken.get(alphabet);
  if (texts === undefined) {
    texts = new Set([...stringsOver(alphabet, maxLength)].filter(isJson));
    taken.set(alphabet, texts);
  }
  return texts;
}

/** The strings over an alphabet on which a reader and JSON.parse disagree. */
export function disagreements(
  accepts: (text: string) => boolean,
  alphabet: string,
  maxLength: number,
): readonly string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const json = jsonOver(alphabet, maxLength);
  const found: string[] = [];
  for (const text of stringsOver(alphabet, maxLength)) {
    if (accepts(text) !== json.has(text)) found.push(text);
  }
  Error.stackTraceLimit = stackTraceLimit;
  return found;
}
