import { isUtf8 } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { RawJson } from "../../src/json/raw-json.ts";
import { answer } from "../../src/rpc/answer.ts";

/** What a response must be like; `undefined` where nothing may be said. */
interface Expected {
  readonly code: number | "result";
  readonly id: unknown;
}

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

const member = fc
  .array(fc.constantFrom(...fragments), { maxLength: 7 })
  .map((parts) => `{${parts.join(",")}}`);

const value = fc.oneof(
  { weight: 8, arbitrary: member },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.nat({ max: 1000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)) },
);

const bodyText = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 4, arbitrary: fc.array(value, { maxLength: 6 }).map((items) => `[${items.join(", ")}]`) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

/** A body as bytes, whole or damaged: cut short, a byte changed, put in or left out. */
const body = fc
  .tuple(
    bodyText,
    fc.constantFrom("whole", "whole", "cut", "change", "insert", "delete"),
    fc.nat(),
    fc.nat({ max: 255 }),
  )
  .map(([text, damage, where, byte]) => {
    const bytes = Buffer.from(text);
    const at = where % (bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (damage === "cut") return head;
    if (damage === "change") return Buffer.concat([head, Buffer.of(byte), tail.subarray(1)]);
    if (damage === "insert") return Buffer.concat([head, Buffer.of(byte), tail]);
    if (damage === "delete") return Buffer.concat([head, tail.subarray(1)]);
    return bytes;
  });

/** The rules once more, on top of JSON.parse and in the plainest words. */
function expectedOf(bytes: Buffer): Expected | undefined | readonly Expected[] {
  const parsed = parse(bytes);
  if (parsed === undefined) return { code: -32700, id: null };
  if (depthOf(parsed) > 512) return { code: -32600, id: null };
  if (!Array.isArray(parsed)) return expectedOfMember(parsed);
  if (parsed.length === 0 || parsed.length > 100) return { code: -32600, id: null };
  const answers = parsed.map(expectedOfMember).filter((expected) => expected !== undefined);
  return answers.length === 0 ? undefined : answers;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString().replace(/^\ufeff/, ""));
  } catch (caught) {
    if (caught instanceof SyntaxError) return undefined;
    throw caught;
  }
}

function expectedOfMember(request: unknown): Expected | undefined {
  if (typeof request !== "object" || request === null || Array.isArray(request))
    return { code: -32600, id: null };
  const own = (key: string): unknown => (Object.hasOwn(request, key) ? Reflect.get(request, key) : undefined);
  const id = own("id");
  if (!["undefined", "string", "number"].includes(typeof id) && id !== null)
    return { code: -32600, id: null };
  const params = own("params") ?? undefined;
  const isRequest =
    own("jsonrpc") === "2.0" &&
    typeof own("method") === "string" &&
    (params === undefined || typeof params === "object");
  if (!isRequest) return { code: -32600, id: id ?? null };
  return id === undefined ? undefined : { code: "result", id };
}

function depthOf(parsed: unknown): number {
  if (typeof parsed !== "object" || parsed === null) return 0;
  return 1 + Math.max(0, ...Object.values(parsed).map(depthOf));
}

/** What a response is like; its text is JSON and has the members of a response. */
function shapeOf(response: unknown): Expected {
  expect(response).to.include({ jsonrpc: "2.0" });
  expect(response).to.have.all.keys(
    "jsonrpc",
    "id",
    Object.hasOwn(response as object, "error") ? "error" : "result",
  );
  const { id, error } = response as { id: unknown; error?: { code: number; message: string } };
  if (error !== undefined) expect(error.message).to.be.a("string").and.not.equal("");
  return { code: error === undefined ? "result" : error.code, id };
}

describe("answer, to garbage", () => {
  it("answers 10,000 bodies by the rules, whatever they hold", async () => {
    const call = async () => RawJson.fromText("true");
    await fc.assert(
      fc.asyncProperty(body, async (bytes) => {
        const written = (await answer(bytes, { call })).body;
        const response: unknown = written === undefined ? undefined : JSON.parse(written.toString());
        const shape = Array.isArray(response) ? response.map(shapeOf) : response && shapeOf(response);
        expect(shape).to.deep.equal(expectedOf(bytes));
      }),
      { numRuns: 10_000 },
    );
    expect({}).not.to.have.property("method");
  }).timeout(60_000);

  it("answers a megabyte of any one byte quickly", async () => {
    const call = async () => RawJson.fromText("true");
    for (const byte of '[{"\\:,0-1t\u0000 ') {
      const startedAt = performance.now();
      const { error } = await answer(Buffer.alloc(1024 * 1024, byte), { call });
      const elapsedMs = performance.now() - startedAt;
      expect(error?.kind, JSON.stringify(byte)).to.be.oneOf(["parse", "invalidRequest"]);
      expect(elapsedMs, JSON.stringify(byte)).to.be.below(1000);
    }
  });
});
