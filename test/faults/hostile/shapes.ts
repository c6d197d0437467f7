/** Parameters of a given length, by what a reader might do with them in more than linear time. */
export type Shape = readonly [name: string, method: string, params: (length: number) => string];

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** A text repeated up to a length. */
function fill(unit: string, length: number): string {
  return unit.repeat(Math.max(1, Math.floor(length / unit.length)));
}

/** What `unit` returns for 0, 1, 2 and so on, joined with commas, up to a length. */
function list(unit: (at: number) => string, length: number): string {
  const parts: string[] = [];
  for (let at = 0, total = 0; total < length; at += 1) {
    const part = unit(at);
    parts.push(part);
    total += part.length + 1;
  }
  return parts.join(",");
}

function nested(open: string, close: string, length: number): string {
  const depth = Math.floor(length / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
}

/** 500 levels, which a request may have, around what is long. */
function wrapped(open: string, inside: string, close: string): string {
  return open.repeat(500) + inside + close.repeat(500);
}

/** Values, for any place. */
export const values: readonly (readonly [name: string, value: (length: number) => string])[] = [
  ["a long string", (length) => `"${fill("x", length)}"`],
  ["a string of escapes", (length) => `"${fill("\\n", length)}"`],
  ["a string of escaped surrogates", (length) => `"${fill("\\ud83d\\ude00", length)}"`],
  ["a string of letters of three bytes", (length) => `"${fill("€", length / 3)}"`],
  ["a string of brackets", (length) => `"${fill("[{", length)}"`],
  ["a string of escaped quotes", (length) => `"${fill('\\"', length)}"`],
  ["a number of many digits", (length) => fill("9", length)],
  ["a number with a long exponent", (length) => `1e${fill("9", length)}`],
  ["a list of numbers", (length) => `[${list(String, length)}]`],
  ["a list of long numbers", (length) => `[${list((at) => String(2n ** 60n + BigInt(at)), length)}]`],
  ["a list of strings", (length) => `[${list((at) => `"${at}"`, length)}]`],
  ["a list of addresses", (length) => `[${list(() => `"${address}"`, length)}]`],
  ["a list of empty lists", (length) => `[${list(() => "[]", length)}]`],
  ["a list of objects", (length) => `[${list((at) => `{"a":${at}}`, length)}]`],
  ["a list of filters", (length) => `[${list((at) => `{"memcmp":{"offset":${at},"bytes":"x"}}`, length)}]`],
  ["a list of nulls", (length) => `[${list(() => "null", length)}]`],
  ["an object of many keys", (length) => `{${list((at) => `"k${at}":${at}`, length)}}`],
  ["an object of keys in falling order", (length) => `{${list((at) => `"${1e9 - at}":1`, length)}}`],
  ["an object of one key", (length) => `{${list((at) => `"a":${at}`, length)}}`],
  ["an object of escaped keys", (length) => `{${list((at) => `"\\u0061${at}":1`, length)}}`],
  ["an object with a long key", (length) => `{"${fill("k", length)}":1}`],
  ["keys of the prototype", (length) => `{${list((at) => `"__proto__":{"constructor":${at}}`, length)}}`],
  ["deep lists around a long string", (length) => wrapped("[", `"${fill("x", length)}"`, "]")],
  ["deep objects around a long list", (length) => wrapped('{"a":', `[${list(String, length)}]`, "}")],
  [
    "deep objects around many keys",
    (length) => wrapped('{"a":', `{${list((at) => `"${at}":1`, length)}}`, "}"),
  ],
  ["deep lists side by side", (length) => `[${list(() => nested("[", "]", 800), length)}]`],
  ["lists too deep", (length) => nested("[", "]", length)],
  ["objects too deep", (length) => `${fill('{"a":', length / 2)}1${fill("}", length / 10)}`],
  ["white space", (length) => `[${fill(" ", length)}1]`],
  ["white space between tokens", (length) => `[${list((at) => ` ${at} `, length)}]`],
];

/** The shapes of one call's parameters. */
export const shapes: readonly Shape[] = [
  ...values.map(
    ([name, value]): Shape => [name, "getAccountInfo", (n) => `["${address}",{"new":${value(n)}}]`],
  ),
  ["unknown names", "searchAssets", (n) => `{${list((at) => `"unknown${at}":${at}`, n)}}`],
  ["config keys", "getBalance", (n) => `["${address}",{${list((at) => `"k${at}":${at}`, n)}}]`],
  ["config objects", "getBalance", (n) => `["${address}",${list(() => "{}", n)}]`],
  ["positions", "getBalance", (n) => `["${address}",${list(String, n)}]`],
  ["too many addresses", "getMultipleAccounts", (n) => `[[${list(() => `"${address}"`, n)}]]`],
  ["too many signatures", "getSignatureStatuses", (n) => `[[${list(() => '"1"', n)}]]`],
  ["a long transaction", "sendTransaction", (n) => `["${fill("AAAA", n)}",{"encoding":"base64"}]`],
  ["a long base-58 transaction", "sendTransaction", (n) => `["${fill("1", n)}"]`],
  ["filters", "getProgramAccounts", (n) => `["${address}",{"filters":[${list(() => '{"dataSize":1}', n)}]}]`],
  [
    "a long filter",
    "getProgramAccounts",
    (n) => `["${address}",{"filters":[{"memcmp":{"offset":0,"bytes":"${fill("z", n)}"}}]}]`,
  ],
  ["an address that is long", "getBalance", (n) => `["${fill("z", n)}"]`],
];

/** Whole bodies that are not a single call. */
export const bodies: readonly (readonly [name: string, body: (length: number) => string])[] = [
  [
    "a batch of many",
    (length) => `[${list((at) => `{"jsonrpc":"2.0","id":${at},"method":"getSlot"}`, length)}]`,
  ],
  ["a batch of garbage", (length) => `[${list(String, length)}]`],
  [
    "an unknown method of a long name",
    (length) => `{"jsonrpc":"2.0","id":1,"method":"${fill("x", length)}"}`,
  ],
  ["a long id", (length) => `{"jsonrpc":"2.0","id":"${fill("x", length)}","method":"getSlot"}`],
  ["many members beside the call", (length) => `{${list((at) => `"k${at}":1`, length)},"id":1}`],
  ["many ids", (length) => `{${list((at) => `"id":${at}`, length)},"method":"getSlot"}`],
  ["JSON that ends too early", (length) => `{"a":[${list((at) => `{"b":${at}}`, length)}`],
  ["a string that never ends", (length) => `{"jsonrpc":"2.0","method":"${fill("\\n", length)}`],
  ["brackets that never close", (length) => fill("[", length)],
  ["no JSON at all", (length) => fill("x", length)],
];
