import { expect } from "chai";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

describe("RpcError", () => {
  it("takes code and reason from the table", () => {
    const error = RpcError.of("upstreamTimeout", "The node did not answer.", { data: { upstream: "a" } });
    expect(error).to.include({ kind: "upstreamTimeout", code: -32000, message: "The node did not answer." });
    expect(error.data).to.deep.equal({ reason: "upstream-timeout", upstream: "a" });
  });

  it("has no data if neither the table nor the caller gives any", () => {
    expect(RpcError.of("parse", "x").data).to.equal(undefined);
  });

  it("says the whole seconds to wait in its data too, since not every client sees headers", () => {
    const error = RpcError.of("rateLimited", "x", { data: { limit: "a" }, retryAfterSeconds: 2.4 });
    expect(error.retryAfterSeconds).to.equal(3);
    expect(error.data).to.deep.equal({ reason: "rate-limited", limit: "a", retryAfterSeconds: 3 });
  });

  it("keeps the bytes of a ledger's error", () => {
    const ledgerError = RawJson.fromText('{"code":-32002,"message":"m"}');
    expect(RpcError.fromLedger(-32002, "m", ledgerError)).to.include({
      kind: "ledger",
      code: -32002,
      message: "m",
      ledgerError,
    });
  });

  it("can be copied with an upstream's HTTP status, which is not sent", () => {
    const options = { data: { upstream: "a" }, retryAfterSeconds: 2, cause: new Error("x") };
    const error = RpcError.of("upstreamUnreachable", "m", options);
    const { upstreamStatus, ...others } = error.withUpstreamStatus(429);
    expect(upstreamStatus).to.equal(429);
    expect({ ...others, upstreamStatus: undefined }).to.deep.equal({ ...error });
    expect(error.withUpstreamStatus(429)).to.include({ message: "m", cause: options.cause });
  });

  it("lets its own kind through", () => {
    const error = RpcError.of("parse", "x");
    expect(RpcError.from(error)).to.equal(error);
  });

  for (const caught of [new Error("secret"), "secret", null, undefined]) {
    it(`wraps ${caught instanceof Error ? "another error" : String(caught)} in an internal error, and keeps the cause`, () => {
      const error = RpcError.from(caught);
      expect(error).to.include({ kind: "internal", code: -32603 });
      expect(error.cause).to.equal(caught);
      expect(error.message).not.to.include("secret");
    });
  }

  it("has no cause unless one is given", () => {
    expect(RpcError.of("parse", "x")).not.to.have.property("cause");
  });

  it("has a stack only if it means a bug, and leaves the stacks of other errors alone", () => {
    expect(RpcError.from(new Error("x")).stack).to.include("    at ");
    expect(RpcError.of("invalidParams", "x").stack).not.to.include("    at ");
    expect(new Error("after").stack).to.include("    at ");
  });
});
