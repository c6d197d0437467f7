import { expect } from "chai";
import fc from "fast-check";
import { type CutResponse, cutResponse, ResponseCutter } from "../../src/json/cut-response.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { expectProportionalWork } from "../work-grows.ts";
import { chunksOf, sharesMemory, splitsOf } from "./chunks.ts";
import { jsonTexts } from "./json-texts.ts";

/** A response with its raw parts as text, so that it can be compared. */
function readable(cut: CutResponse): object {
  if (cut.kind === "result") return { result: cut.result.toString(), id: cut.id };
  return { error: cut.error.toString(), code: cut.code, message: cut.message, id: cut.id };
}

function cutChunks(chunks: readonly Buffer[]): CutResponse {
  const cutter = new ResponseCutter();
  for (const chunk of chunks) cutter.push(chunk);
  return cutter.end();
}

const ledgerError =
  '{"code":-32002,"message":"Blockhash \\"x\\" not found","data":{"logs":[],"n":18446744073709551615}}';

const responses: readonly (readonly [name: string, body: string, cut: object])[] = [
  ["a result", '{"jsonrpc":"2.0","result":{"a":1},"id":7}', { result: '{"a":1}', id: "7" }],
  ["id first", '{"id":7,"jsonrpc":"2.0","result":[1]}', { result: "[1]", id: "7" }],
  ["whitespace anywhere", ' {\n"result" : [ 1 ] ,\t"id" : "a" }\r\n', { result: "[ 1 ]", id: '"a"' }],
  ["no jsonrpc", '{"result":5,"id":7}', { result: "5", id: "7" }],
  ["no id", '{"jsonrpc":"2.0","result":5}', { result: "5", id: "null" }],
  ["an id with escapes", '{"result":5,"id":"\\u0041😀"}', { result: "5", id: '"\\u0041😀"' }],
  [
    "an id beyond a double",
    '{"result":5,"id":18446744073709551615}',
    { result: "5", id: "18446744073709551615" },
  ],
  ["a null result", '{"jsonrpc":"2.0","result":null,"id":7}', { result: "null", id: "7" }],
  ["a result and a null error", '{"result":5,"error":null,"id":7}', { result: "5", id: "7" }],
  ["two nulls", '{"error":null,"result":null,"id":7}', { result: "null", id: "7" }],
  ["members that nobody asked for", '{"x":{"result":1},"result":2,"id":7,"y":[]}', { result: "2", id: "7" }],
  ["a result written twice", '{"result":1,"result":2,"id":7}', { result: "2", id: "7" }],
  ["keys with escapes", '{"r\\u0065sult":1,"\\u0069d":7}', { result: "1", id: "7" }],
  [
    "a string that looks like a tail",
    '{"result":"\\",\\"id\\":9}","id":7}',
    { result: '"\\",\\"id\\":9}"', id: "7" },
  ],
  [
    "an error",
    `{"jsonrpc":"2.0","error":${ledgerError},"id":7}`,
    { error: ledgerError, code: -32002, message: 'Blockhash "x" not found', id: "7" },
  ],
  [
    "an error and a null result",
    '{"result":null,"error":{"message":"m","code":1},"id":null}',
    { error: '{"message":"m","code":1}', code: 1, message: "m", id: "null" },
  ],
  [
    "an error without a message",
    '{"error":{"code":5},"id":1}',
    { error: '{"code":5}', code: 5, message: "", id: "1" },
  ],
  [
    "an error whose message is no string",
    '{"error":{"code":5,"message":[1]},"id":1}',
    { error: '{"code":5,"message":[1]}', code: 5, message: "", id: "1" },
  ],
];

const refused: readonly (readonly [name: string, body: string, message: string])[] = [
  ["an empty body", "", "ends too early"],
  ["a page of HTML", "<html></html>", "expected a value"],
  ["another kind of value", '["result"]', "neither a result nor an error"],
  ["an object that is no response", '{"id":7}', "neither a result nor an error"],
  ["a null error alone", '{"error":null,"id":7}', "neither a result nor an error"],
  ["both a result and an error", '{"result":1,"error":{"code":1,"message":""},"id":7}', "both"],
  ["an error that is a string", '{"error":"unauthorized","id":7}', "not an object with a code"],
  ["an error without a code", '{"error":{"message":"m"},"id":7}', "not an object with a code"],
  [
    "an error whose code is no whole number",
    '{"error":{"code":1.5,"message":"m"},"id":7}',
    "not an object with a code",
  ],
  [
    "an error whose code is a string",
    '{"error":{"code":"1","message":"m"},"id":7}',
    "not an object with a code",
  ],
  ["a body cut in the middle of the result", '{"jsonrpc":"2.0","result":{"a":[1,2', "ends too early"],
  ["a body cut just before its end", '{"jsonrpc":"2.0","result":{"a":1},"id":7', "ends too early"],
  ["two bodies in one", '{"result":1,"id":7}{"result":2,"id":8}', "expected nothing more"],
  ["a result that is broken inside", '{"result":{"a":[1,2,,3]},"id":7}', "expected a value"],
  ["more members than any response has", `{${'"x":0,'.repeat(64)}"result":1}`, "too many members"],
];

describe("cutResponse", () => {
  for (const [name, body, cut] of responses) {
    it(`cuts ${name}`, () => {
      expect(readable(cutResponse(Buffer.from(body)))).to.deep.equal(cut);
    });
  }

  for (const [name, body, message] of refused) {
    it(`refuses ${name}`, () => {
      expect(() => cutResponse(Buffer.from(body))).to.throw(JsonError, message);
    });
  }

  it("refuses bytes that are not UTF-8", () => {
    const body = Buffer.from('{"result":"caf\u00e9 ","id":7}', "latin1");
    expect(() => cutResponse(body)).to.throw(JsonError, "not UTF-8");
  });

  it("keeps every kind of result byte for byte, without copying it", () => {
    for (const [name, text] of jsonTexts) {
      const body = Buffer.from(`{"jsonrpc":"2.0","result":${text},"id":7}`);
      const cut = cutResponse(body);
      expect(readable(cut), name).to.deep.equal({ result: text.trim(), id: "7" });
      expect(cut.kind === "result" && cut.result.parts.every((part) => sharesMemory(part, body))).to.equal(
        true,
      );
    }
  });

  it("keeps any result byte for byte", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const cut = cutResponse(Buffer.from(`{"id":"x","result":${json}}`));
        expect(readable(cut)).to.deep.equal({ result: json, id: '"x"' });
      }),
    );
  });
});

describe("ResponseCutter", () => {
  it("cuts the same at every split point", () => {
    for (const [name, body, cut] of responses) {
      for (const [head, tail] of splitsOf(Buffer.from(body))) {
        expect(readable(cutChunks([head, tail])), `${name} at ${head.length}`).to.deep.equal(cut);
      }
      expect(readable(cutChunks(chunksOf(Buffer.from(body), 1))), `${name} byte by byte`).to.deep.equal(cut);
    }
  });

  it("refuses the same at every split point", () => {
    for (const [name, body, message] of refused) {
      for (const chunks of splitsOf(Buffer.from(body))) {
        expect(() => cutChunks(chunks), `${name} at ${chunks[0].length}`).to.throw(JsonError, message);
      }
    }
  });

  it("refuses a body that ends inside a character", () => {
    const body = Buffer.from('{"result":"😀"');
    expect(() => cutChunks([body.subarray(0, 13)])).to.throw(JsonError, "not UTF-8");
  });

  it("refuses a broken body at the chunk that breaks it, not at the end", () => {
    const cutter = new ResponseCutter();
    cutter.push(Buffer.from('{"result":[1,'));
    expect(() => cutter.push(Buffer.from("<html>")))
      .to.throw(JsonError)
      .with.property("offset", 13);
  });

  it("counts the bytes it was given", () => {
    const cutter = new ResponseCutter();
    for (const chunk of ['{"result":', "1}"]) cutter.push(Buffer.from(chunk));
    expect(cutter.byteLength).to.equal(12);
  });

  it("reads a result of 100,000 levels", () => {
    const result = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(readable(cutChunks(chunksOf(Buffer.from(`{"result":${result},"id":7}`), 65_536)))).to.deep.equal({
      result,
      id: "7",
    });
  });

  describe("of a long result, chunk by chunk", () => {
    const account =
      '{"account":{"data":["' +
      `${"QUJD".repeat(55)}","base64"],"lamports":2039280,"rentEpoch":18446744073709551615},"pubkey":"CxELquR1"}`;
    const head = '{"jsonrpc":"2.0","result":';
    const tail = ',"id":7}';
    const bodyOf = (bytes: number) =>
      Buffer.from(
        `${head}[${Array(Math.ceil(bytes / account.length))
          .fill(account)
          .join(",")}]${tail}`,
      );

    it("copies nothing", () => {
      const body = bodyOf(8_000_000);
      const chunks = chunksOf(body, 65_536);
      const cut = cutChunks(chunks);
      const parts = cut.kind === "result" ? cut.result.parts : [];
      expect(cut.id).to.equal("7");
      expect(parts).to.have.length(chunks.length);
      // The last chunk may be a small one, which is gathered.
      const shared = parts.slice(0, -1).map((part, index) => sharesMemory(part, chunks[index] ?? part));
      expect(shared).not.to.include(false);
      expect(Buffer.concat(parts).equals(body.subarray(head.length, body.length - tail.length))).to.equal(
        true,
      );
    });

    it("does work in proportion to its length, and as little for the last chunk as for the first", async () => {
      const chunks = chunksOf(bodyOf(16_000_000), 16_384);
      const cutFirst = (count: number) => {
        const cutter = new ResponseCutter();
        for (const chunk of chunks.slice(0, count)) cutter.push(chunk);
      };
      await expectProportionalWork(cutFirst, Math.floor(chunks.length / 8));
    });
  });
});
