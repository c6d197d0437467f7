import { expect } from "chai";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { writeError, writeErrorObject, writeResult } from "../../src/rpc/write-response.ts";
import { truncate } from "../../src/text/wording.ts";

describe("writeResult", () => {
  it("writes the result and the id unchanged, in the ledger's own order", () => {
    expect(writeResult('"\\u0041"', RawJson.fromText('{"n":18446744073709551615}')).toString()).to.equal(
      '{"jsonrpc":"2.0","result":{"n":18446744073709551615},"id":"\\u0041"}',
    );
    expect(writeResult("1.0", RawJson.fromText("null")).toString()).to.equal(
      '{"jsonrpc":"2.0","result":null,"id":1.0}',
    );
  });

  it("makes one buffer of a small answer", () => {
    const result = new RawJson([Buffer.from("["), Buffer.from("]")], 2);
    expect(writeResult("1", result).parts).to.have.length(1);
  });

  it("counts bytes if the id is not ASCII", () => {
    const answer = writeResult('"é😀"', RawJson.fromText("1"));
    expect(answer.toString()).to.equal('{"jsonrpc":"2.0","result":1,"id":"é😀"}');
    expect(answer.byteLength).to.equal(Buffer.byteLength(answer.toString()));
  });

  it("does not copy a large result", () => {
    const bytes = Buffer.from(`"${"x".repeat(1_000_000)}"`);
    const { parts } = writeResult("1", RawJson.fromBytes(bytes));
    expect(parts).to.have.length(3);
    expect(parts[1]).to.equal(bytes);
  });
});

describe("writeError", () => {
  const long: readonly (readonly [what: string, message: string, data: Record<string, unknown>])[] = [
    ["message", "x".repeat(20_000), {}],
    ["message of control characters", "\u0001".repeat(20_000), {}],
    ["message of three bytes a character", "€".repeat(6000), {}],
    ["list in its data", "Invalid params.", { faults: Array(5000).fill({ param: "slot" }) }],
  ];
  for (const [what, message, data] of long) {
    it(`writes at most 16 KiB of an error with a long ${what}`, () => {
      const text = writeErrorObject(RpcError.of("notAllowed", message, { data })).toString();
      expect(Buffer.byteLength(text)).to.be.at.most(16_384);
      const error = JSON.parse(text) as { code: number; message: string; data: object };
      expect(error.code).to.equal(-32000);
      expect(message).to.contain(error.message.replace(/\.\.\.$/, ""));
      expect(error.data).to.deep.equal({ reason: "not-allowed", truncated: true });
    });
  }

  it("keeps 1024 characters of a message that is too long", () => {
    const text = writeErrorObject(RpcError.of("notAllowed", "x".repeat(20_000))).toString();
    expect((JSON.parse(text) as { message: string }).message).to.equal(truncate("x".repeat(20_000), 1024));
  });

  it("gives a shortened error no reason that its kind does not have", () => {
    const text = writeErrorObject(RpcError.of("invalidParams", "x".repeat(20_000))).toString();
    expect((JSON.parse(text) as { data: object }).data).to.deep.equal({ truncated: true });
  });

  it("keeps an error of exactly 16 KiB whole, and shortens one of a byte more", () => {
    const empty = writeErrorObject(RpcError.of("invalidParams", "")).byteLength;
    const written = (length: number) =>
      writeErrorObject(RpcError.of("invalidParams", "x".repeat(length - empty)));
    expect(written(16_384).byteLength).to.equal(16_384);
    expect(written(16_385).byteLength).to.be.below(2000);
  });

  it("writes code, message and data", () => {
    const error = RpcError.of("invalidParams", 'Invalid params: "x".', {
      data: { faults: [{ param: "slot" }] },
    });
    expect(writeError("7", error).toString()).to.equal(
      '{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params: \\"x\\".","data":{"faults":[{"param":"slot"}]}},"id":7}',
    );
  });

  it("leaves out data if there is none", () => {
    expect(writeError("null", RpcError.of("parse", "Parse error.")).toString()).to.equal(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error."},"id":null}',
    );
  });

  it("writes the table's reason and the transport's additions into data", () => {
    const error = RpcError.of("atCapacity", "Busy.", { data: { limit: 18446744073709551615n } });
    expect(writeError("1", error, { extraData: { protocolVersion: "2024-11-05" } }).toString()).to.equal(
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Busy.","data":{"reason":"at-capacity","limit":18446744073709551615,"protocolVersion":"2024-11-05"}},"id":1}',
    );
    expect(
      writeErrorObject(RpcError.of("parse", "x"), { extraData: { protocolVersion: "v" } }).toString(),
    ).to.equal('{"code":-32700,"message":"x","data":{"protocolVersion":"v"}}');
  });

  it("passes a ledger's own error on byte for byte, and adds nothing", () => {
    const wire = RawJson.fromText('{ "message":"m","code":-32002,"data":{"slot":18446744073709551615} }');
    const error = RpcError.fromLedger(-32002, "m", wire);
    expect(writeError("1", error, { extraData: { protocolVersion: "v" } }).toString()).to.equal(
      `{"jsonrpc":"2.0","error":${wire.toString()},"id":1}`,
    );
    expect(writeErrorObject(error)).to.equal(wire);
  });
});
