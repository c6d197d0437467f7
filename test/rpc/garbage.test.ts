import { isUtf8 } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { RawJson } from "../../src/json/raw-json.ts";
import { answerBody } from "../../src/rpc/answer.ts";
import { garbageBody } from "../garbage-bodies.ts";
import { runs } from "../property-runs.ts";
import { expectProportionalWork } from "../work-grows.ts";

/** What a response must be like; `undefined` if there must be none. */
interface Expected {
  readonly code: number | "result";
  readonly id: unknown;
}

/** The rules again, written as simply as possible on top of JSON.parse. */
function expectedOf(bytes: Buffer): Expected | undefined | readonly Expected[] {
  const parsed = parse(bytes);
  if (parsed === undefined) return { code: -32700, id: null };
  if (depthOf(bytes.toString()) > 512) return { code: -32600, id: null };
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

/** Depth of a JSON text, including members that a later one of the same name hides. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** What a response is like; it has the members of a response and no others. */
function shapeOf(response: unknown): Expected {
  const { jsonrpc, id, error, result, ...others } = response as {
    [member: string]: unknown;
    error?: { code: number; message: string };
  };
  const isWhole = jsonrpc === "2.0" && id !== undefined && Object.keys(others).length === 0;
  const hasReason = typeof error?.message === "string" && error.message !== "";
  if (!isWhole || (error === undefined ? result === undefined : result !== undefined || !hasReason))
    expect.fail(`no response: ${JSON.stringify(response)}`);
  return { code: error?.code ?? "result", id };
}

describe("answer, to garbage", () => {
  it("answers 10,000 bodies by the rules, whatever they hold", async () => {
    const call = async () => RawJson.fromText("true");
    await fc.assert(
      fc.asyncProperty(garbageBody, async (bytes) => {
        const written = (await answerBody(bytes, { call })).body;
        const response: unknown = written === undefined ? undefined : JSON.parse(written.toString());
        const shape = Array.isArray(response) ? response.map(shapeOf) : response && shapeOf(response);
        expect(shape).to.deep.equal(expectedOf(bytes));
      }),
      { numRuns: runs(10_000) },
    );
    expect({}).not.to.have.property("method");
  });

  for (const byte of '[{"\\:,0-1t\u0000 ') {
    it(`refuses ${JSON.stringify(byte)} repeated, with work in proportion to its length`, async () => {
      const call = async () => RawJson.fromText("true");
      const bodies = new Map([1, 8].map((times) => [times, Buffer.alloc(times * 131_072, byte)]));
      const refuse = async (times: number) => {
        const { error } = await answerBody(bodies.get(times) ?? Buffer.alloc(0), { call });
        expect(error?.kind).to.be.oneOf(["parse", "invalidRequest"]);
      };
      await expectProportionalWork(refuse, 1);
    });
  }
});
