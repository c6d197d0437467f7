import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { FullReads } from "../../../src/subscriptions/reader/full-reads.ts";
import { useFakeClock } from "../../fake-clock.ts";

const wanted = () => true;

/** A read that ends when the test says so. */
function heldRead(): { read: () => Promise<RawJson>; end(): void; readonly hasBegun: boolean } {
  let resolve: (answer: RawJson) => void = () => undefined;
  const promise = new Promise<RawJson>((done) => {
    resolve = done;
  });
  let hasBegun = false;
  return {
    read() {
      hasBegun = true;
      return promise;
    },
    end: () => resolve(RawJson.fromText("[]")),
    get hasBegun() {
      return hasBegun;
    },
  };
}

describe("full reads", () => {
  it("run a few at once, and the others in order", async () => {
    const reads = new FullReads();
    const held = [heldRead(), heldRead(), heldRead()];
    const results = held.map(({ read }) => reads.run(wanted, read));
    await Promise.resolve();
    expect(held.map(({ hasBegun }) => hasBegun)).to.deep.equal([true, true, false]);
    held[0]?.end();
    await results[0];
    await new Promise(setImmediate);
    expect(held[2]?.hasBegun).to.equal(true);
    for (const one of held) one.end();
    expect((await Promise.all(results)).map(String)).to.deep.equal(["[]", "[]", "[]"]);
  });

  it("refuse reads that find no room to wait", async () => {
    const reads = new FullReads();
    const held = heldRead();
    const taken = Array.from({ length: 102 }, () => reads.run(wanted, held.read));
    const refused = await reads.run(wanted, held.read).catch((error: Error) => error.message);
    expect(refused).to.match(/already waiting/);
    held.end();
    await Promise.all(taken);
  });

  it("are not made if they are no longer wanted", async () => {
    const reads = new FullReads();
    const held = heldRead();
    expect(await reads.run(() => false, held.read)).to.equal(undefined);
    expect(held.hasBegun).to.equal(false);
  });

  it("wait after large answers, in proportion", async () => {
    const reads = new FullReads();
    const large = RawJson.fromText(`"${"x".repeat(2 ** 22 - 2)}"`);
    const clock = useFakeClock();
    await reads.run(wanted, async () => large);
    let isMade = false;
    const second = reads.run(wanted, async () => {
      isMade = true;
      return large;
    });
    // 256 MiB a minute are 4 MiB in 937.5 ms.
    await clock.tickAsync(936);
    expect(isMade).to.equal(false);
    await clock.tickAsync(2);
    expect(isMade).to.equal(true);
    await second;
  });
});
