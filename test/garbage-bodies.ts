import fc from "fast-check";
import { anyText } from "./any-text.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** Holds the place of the mark of a request in a generated body. */
export const markPlace = "MARK";

const methods = fc.constantFrom(
  ...["getBalance", "getBalance", "getAccountInfo", "getSlot", "getMultipleAccounts", "sendTransaction"],
  ...["listSvmNetworks", "enableSvmNetwork", "setNetworkRpcUrl", "getFees"],
  ...["accountSubscribe", "nope", "", "__proto__", "constructor", "toString", "get\\u0042alance", "\\ud83d"],
);

const hugeNumbers = fc.constantFrom(
  ...["18446744073709551616", "9".repeat(400), "1e400", "-1E-400", "-0", "1.0", "9007199254740993"],
);

const values = fc.oneof(
  fc.constantFrom(
    `"${address}"`,
    `"${markPlace}"`,
    "null",
    "true",
    "{}",
    "[]",
    '""',
    '"\\u0000"',
    '"confirmed"',
  ),
  hugeNumbers,
  fc.json({ maxDepth: 3 }),
  fc.nat({ max: 1000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.nat({ max: 300 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
);

const keys = fc.constantFrom(
  ...[
    "address",
    "addresses",
    "pubkey",
    "commitment",
    "encoding",
    "network_id",
    "rpc_url",
    "config",
    "filters",
  ],
  ...["__proto__", "constructor", "prototype", "toString", "", "address", "minContextSlot", "dataSlice"],
);

const object = fc
  .array(fc.tuple(keys, values), { maxLength: 4 })
  .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(",")}}`);

const params = fc.oneof(
  fc.constant(`["${address}"]`),
  fc.constant(`["${address}",{"encoding":"base64","x":"${markPlace}"}]`),
  fc.array(fc.oneof(values, object), { maxLength: 5 }).map((items) => `[${items.join(",")}]`),
  object,
  values,
);

const ids = fc.oneof(
  fc.constantFrom(`"${markPlace}"`, `"${markPlace}"`, `"${markPlace}"`, "null", "{}", "[]", "true"),
  hugeNumbers,
);

/** Members of a request, right and wrong; a request of them holds any of them, in any order, any number of times. */
const fragments = [
  ...[
    '"jsonrpc":"2.0"',
    '"jsonrpc":"1.0"',
    '"jsonrpc":2.0',
    '"jsonrpc":null',
    '"jsonrpc":"2.0"',
    '"jsonrpc":"2.0"',
  ],
  ...[
    '"id":1',
    '"id":"a"',
    '"id":null',
    '"id":1.5e3',
    '"id":{}',
    '"id":[1]',
    '"id":true',
    '"id":"\\ud83d"',
    '"id":-0',
  ],
  ...['"method":"m"', '"method":"m"', '"method":7', '"method":null', '"meth\\u006fd":"n"', '"method":""'],
  ...[
    '"params":[]',
    '"params":[1,{"a":[2]}]',
    '"params":{"a":1}',
    '"params":null',
    '"params":5',
    '"params":"x"',
  ],
  ...[
    '"__proto__":{"method":"x"}',
    '"constructor":1',
    '"toString":[]',
    '"x":1E400',
    '"x":18446744073709551615',
    '"":""',
  ],
];

const fragmentRequest = fc
  .array(fc.constantFrom(...fragments), { maxLength: 7 })
  .map((parts) => `{${parts.join(",")}}`);

/** A request, usually right in most members. */
const member = fc
  .record({
    version: fc.constantFrom('"2.0"', '"2.0"', '"2.0"', '"2.0"', "2.0", "null", '"1.0"'),
    id: fc.option(ids),
    method: fc.oneof(
      { weight: 9, arbitrary: methods.map((name) => `"${name}"`) },
      { weight: 1, arbitrary: values },
    ),
    params: fc.option(params),
    extra: fc.option(object.map((text) => `"__proto__":${text}`)),
  })
  .map(({ version, id, method, params: given, extra }) => {
    const members = [`"jsonrpc":${version}`, `"method":${method}`];
    if (id !== null) members.push(`"id":${id}`);
    if (given !== null) members.push(`"params":${given}`);
    if (extra !== null) members.push(extra);
    return `{${members.join(",")}}`;
  });

const request = fc.oneof({ weight: 2, arbitrary: member }, { weight: 1, arbitrary: fragmentRequest });

const text = fc.oneof(
  { weight: 6, arbitrary: request },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.oneof(request, request, values), { maxLength: 6 })
      .map((items) => `[${items.join(", ")}]`),
  },
  { weight: 1, arbitrary: values },
  { weight: 1, arbitrary: anyText },
);

/** Bodies of every kind of wrong, and right ones between them: cut short, a byte changed, put in or left out. */
export const garbageBody: fc.Arbitrary<Buffer> = fc
  .tuple(
    text,
    fc.constantFrom("whole", "whole", "whole", "cut", "change", "insert", "delete"),
    fc.nat(),
    fc.nat({ max: 255 }),
  )
  .map(([whole, damage, where, byte]) => {
    const bytes = Buffer.from(whole);
    const at = where % (bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (damage === "cut") return head;
    if (damage === "change") return Buffer.concat([head, Buffer.of(byte), tail.subarray(1)]);
    if (damage === "insert") return Buffer.concat([head, Buffer.of(byte), tail]);
    if (damage === "delete") return Buffer.concat([head, tail.subarray(1)]);
    return bytes;
  });
