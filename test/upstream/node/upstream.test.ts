import { expect } from "chai";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import { upstreamOf } from "../harness.ts";

const tenMinutes = 10 * 60_000;

describe("the pause of an upstream after a rate limit", () => {
  const error = RpcError.of("upstreamUnreachable", "Too many.");

  it("is not shortened by the response to an older request", () => {
    const upstream = upstreamOf();
    upstream.recordRateLimit("probe", error, 0, 60_000);
    upstream.recordRateLimit("probe", error, 10, 1010);
    expect([upstream.isPaused(59_999), upstream.hasProbeRoom(59_999)]).to.deep.equal([true, false]);
    expect([upstream.isPaused(60_000), upstream.hasProbeRoom(60_000)]).to.deep.equal([false, true]);
  });

  it("leaves the trial of a call open when a probe causes it", () => {
    const upstream = upstreamOf();
    while (!upstream.breaker.isOpen) upstream.breaker.recordFailure("call", 0, false);
    expect(upstream.breaker.tryAcquire(60_000)).to.equal(true);
    upstream.recordRateLimit("probe", error, 60_000, 61_000);
    expect(upstream.breaker.tryAcquire(60_000)).to.equal(false);
  });
});

describe("the methods that an upstream lacks", () => {
  let upstream: Upstream;

  beforeEach(() => {
    upstream = upstreamOf();
  });

  it("are those that it said it lacks, and no others", () => {
    upstream.recordMissingMethod("getAsset", 1000);
    expect(upstream.lacksMethod("getAsset", 1000)).to.equal(true);
    expect(upstream.lacksMethod("getBalance", 1000)).to.equal(false);
  });

  it("count as missing for ten minutes: it may have been upgraded since", () => {
    upstream.recordMissingMethod("getAsset", 1000);
    expect(upstream.lacksMethod("getAsset", 1000 + tenMinutes - 1)).to.equal(true);
    expect(upstream.lacksMethod("getAsset", 1000 + tenMinutes)).to.equal(false);
  });

  it("are remembered up to 500, however many names clients invent", () => {
    for (let at = 0; at < 500; at += 1) upstream.recordMissingMethod(`made${at}`, 0);
    expect(upstream.lacksMethod("made0", 0)).to.equal(true);
    upstream.recordMissingMethod("made500", 0);
    expect(upstream.lacksMethod("made0", 0)).to.equal(false);
    expect(upstream.lacksMethod("made500", 0)).to.equal(true);
  });
});
