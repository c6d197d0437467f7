import { expect } from "chai";
import { Deadlines } from "../../../src/call/deadlines.ts";
import { Upstream } from "../../../src/upstream/node/upstream.ts";
import { testConfig } from "../harness.ts";

const tenMinutes = 10 * 60_000;

describe("the methods that an upstream lacks", () => {
  let upstream: Upstream;

  beforeEach(() => {
    upstream = new Upstream({
      processes: 1,
      ...testConfig,
      url: "http://127.0.0.1:9",
      weight: 1,
      name: "upstream",
      trusted: true,
      deadlines: new Deadlines(),
    });
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
