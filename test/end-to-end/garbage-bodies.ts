import fc from "fast-check";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** Stands in a generated body where the mark of the request goes. */
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
  fc.nat({ max: 700 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
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

const text = fc.oneof(
  { weight: 6, arbitrary: member },
  { weight: 2, arbitrary: fc.array(member, { maxLength: 6 }).map((items) => `[${items.join(",")}]`) },
  { weight: 1, arbitrary: values },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
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
