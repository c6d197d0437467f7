import { expect } from "chai";
import fc from "fast-check";
import { DocumentSchemas } from "../../codegen/contract/document-schemas.ts";
import type { JsonValue } from "../../codegen/contract/json-value.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { methods } from "../../generated/methods.ts";
import type { MethodDescription } from "../../src/contract/method-description.ts";
import type { ParamValidator } from "../../src/contract/param-description.ts";
import { realDocument } from "../codegen/harness.ts";

const contract = readContract(realDocument);
const descriptions: Readonly<Record<string, MethodDescription>> = methods;

/** One validator for each distinct schema, with valid values from the document. */
const checks = new Map<
  ParamValidator,
  { schema: Parameters<DocumentSchemas["faultsOf"]>[0]; examples: JsonValue[] }
>();
for (const method of contract.methods) {
  for (const [index, param] of method.params.entries()) {
    const validate = descriptions[method.name]?.params[index]?.validate;
    if (validate === undefined) throw new Error(`${method.name} lacks ${param.name}`);
    const entry = checks.get(validate) ?? { schema: param.schema, examples: [] };
    for (const example of method.examples) {
      const value = example.params.get(param.name);
      if (value !== undefined) entry.examples.push(value);
    }
    checks.set(validate, entry);
  }
}

function validatorOf(method: string, param: string): ParamValidator {
  const found = descriptions[method]?.params.find(({ name }) => name === param);
  if (found === undefined) throw new Error(`${method} has no ${param}`);
  return found.validate;
}

/** Valid values, valid values with a part replaced, and anything at all. */
function valuesNear(examples: readonly JsonValue[]): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      -1,
      0,
      1.5,
      2 ** 53,
      2 ** 64,
      2 ** 65,
      "",
      "all",
      "confirmed",
      "base58",
      "1".repeat(32),
    ),
  );
  const right = examples.map(
    (example) =>
      JSON.parse(
        JSON.stringify(example, (_key, part) => (typeof part === "bigint" ? Number(part) : part)),
      ) as unknown,
  );
  if (right.length === 0) return anything;
  const changed = fc
    .tuple(fc.constantFrom(...right), anything, fc.nat(), fc.constantFrom("x", "constructor", "__proto__"))
    .map(([value, part, at, key]) => replaced(structuredClone(value), part, at, key));
  return fc.oneof(fc.constantFrom(...right), changed, anything);
}

function replaced(value: unknown, part: unknown, at: number, key: string): unknown {
  if (typeof value !== "object" || value === null) return part;
  if (Array.isArray(value))
    return value.length === 0 || at % 3 === 0 ? [...value, part] : value.with(at % value.length, part);
  const keys = [...Object.keys(value), key];
  const name = keys[at % keys.length] ?? key;
  const inner =
    Object.hasOwn(value, name) && at % 2 === 0
      ? replaced(Reflect.get(value, name), part, at >> 1, key)
      : part;
  return Object.fromEntries([...Object.entries(value).filter(([other]) => other !== name), [name, inner]]);
}

describe("generated validators", () => {
  const schemas = new DocumentSchemas(contract);

  it("agree with ajv itself on valid values, nearly valid ones and nonsense", () => {
    let refused = 0;
    for (const [validate, { schema, examples }] of checks) {
      fc.assert(
        fc.property(valuesNear(examples), (value) => {
          const faults = validate(value);
          const wanted = schemas.faultsOf(schema, value as JsonValue);
          if (faults !== null) refused += 1;
          expect(faults === null).to.equal(wanted.length === 0);
        }),
        { numRuns: 60 },
      );
    }
    expect(refused).to.be.above(checks.size);
  });

  it("take every example of the document", () => {
    for (const [validate, { examples }] of checks) {
      for (const example of examples) {
        const plain = typeof example === "bigint" ? Number(example) : example;
        expect(validate(plain)).to.equal(null);
      }
    }
  });

  const address = "11111111111111111111111111111111";
  const messages: readonly (readonly [
    method: string,
    param: string,
    value: unknown,
    messages: readonly string[],
  ])[] = [
    ["getBalance", "pubkey", 5, [" must be a base-58 address of 32 bytes, got 5"]],
    ["getBalance", "pubkey", "abc", [' must be a base-58 address of 32 bytes, got "abc"']],
    ["getBalance", "commitment", "max", [' must be "processed", "confirmed" or "finalized", got "max"']],
    [
      "getRecentPrioritizationFees",
      "addresses",
      address,
      [` must be an array of at most 128 items, each a base-58 address of 32 bytes, got "${address}"`],
    ],
    [
      "getRecentPrioritizationFees",
      "addresses",
      Array(129).fill(1),
      [" must be an array of at most 128 items, got 129"],
    ],
    [
      "getMultipleAccounts",
      "pubkeys",
      [address, "x", 1],
      ['/1 must be a base-58 address of 32 bytes, got "x"', "/2 must be a string, got 1"],
    ],
    [
      "getAccountInfo",
      "dataSlice",
      { offset: -1 },
      [' must have "length"', "/offset must be at least 0, got -1"],
    ],
    [
      "getAccountInfo",
      "dataSlice",
      [],
      [' must be an object with "offset" and "length", got an array of 0 items'],
    ],
    ["getProgramAccounts", "filters", [{ dataSize: "x" }], ['/0/dataSize must be a whole number, got "x"']],
    [
      "getProgramAccounts",
      "filters",
      [{ foo: 1 }],
      [
        '/0 must have "dataSize" or "memcmp" or "valueCmp" or "tokenAccountState", got an object with the unknown key "foo"',
      ],
    ],
    [
      "getProgramAccounts",
      "filters",
      [{ memcmp: { offset: 0 } }],
      ['/0/memcmp must have "bytes", got an object'],
    ],
    ["logsSubscribe", "filter", 5, [' must be "all" or "allWithVotes" or an object with "mentions", got 5']],
    ["logsSubscribe", "filter", { mentions: [] }, ["/mentions must be an array of at least 1 item, got 0"]],
    [
      "getBlockProduction",
      "range",
      { firstSlot: 2 ** 65 },
      ["/firstSlot must be at most 18446744073709551615, got 36893488147419103000"],
    ],
    [
      "setNetworkRpcUrl",
      "rpc_url",
      "http://user:secret@example.com",
      [" must be an https address of an upstream (the configuration takes http ones too), got an http URL"],
    ],
  ];

  for (const [method, param, value, expected] of messages) {
    it(`say of ${method}'s ${param}: ${expected[0]}`, () => {
      const faults = validatorOf(method, param)(value) ?? [];
      expect(faults.map(({ path, message }) => `${path} ${message}`)).to.deep.equal(expected);
    });
  }

  it("see only a value's own keys", () => {
    const validate = validatorOf("getAccountInfo", "dataSlice");
    expect(
      validate(JSON.parse('{"__proto__": {"offset": 0, "length": 1}}'))?.map(({ message }) => message),
    ).to.deep.equal(['must have "offset"', 'must have "length"']);
    expect(validatorOf("logsSubscribe", "filter")(JSON.parse('{"constructor": 1}'))).to.have.lengthOf(1);
    expect(validate(Object.create({ offset: 0, length: 1 }))).to.have.lengthOf(2);
  });

  it("report a few faults of a value that is full of them, and keep nothing of the previous call", () => {
    const validate = validatorOf("getInflationReward", "addresses");
    expect(validate(new Array(100_000).fill(1))).to.have.lengthOf(8);
    expect(validate([address])).to.equal(null);
    expect(validate([address, 1])).to.have.lengthOf(1);
  });
});
