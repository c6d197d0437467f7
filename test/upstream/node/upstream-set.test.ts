import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { callOf, networkOf } from "../harness.ts";

describe("the upstreams of a network before their first probe", () => {
  let clock: ReturnType<typeof useFakeClock>;
  let set: UpstreamSet;
  let hasWaited: boolean;

  beforeEach(() => {
    clock = useFakeClock();
    set = new UpstreamSet(networkOf([]), [], { freshSlots: 1, prefer: "speed" }, 0);
    hasWaited = false;
  });

  function wait(timeoutMs: number, cancellation = new Cancellation()): void {
    const call = callOf(networkOf([]), "getSlot", "[]", { timeoutMs, cancellation });
    void set.waitForFirstProbe(call).then(() => {
      hasWaited = true;
    });
  }

  for (const [how, probed] of [
    ["answered", () => Promise.resolve()],
    ["failed", () => Promise.reject(new Error("no answer"))],
  ] as const) {
    it(`let calls through once the probe has ${how}`, async () => {
      set.holdCallsUntil(probed());
      wait(5000);
      await clock.tickAsync(0);
      expect(hasWaited).to.equal(true);
      expect(set.firstProbe).to.equal(undefined);
    });
  }

  it("hold a call no longer than its deadline", async () => {
    set.holdCallsUntil(new Promise(() => undefined));
    wait(100);
    await clock.tickAsync(89);
    expect(hasWaited).to.equal(false);
    await clock.tickAsync(1);
    expect(hasWaited).to.equal(true);
  });

  it("hold a call no longer than its caller waits", async () => {
    const cancellation = new Cancellation();
    set.holdCallsUntil(new Promise(() => undefined));
    wait(5000, cancellation);
    await clock.tickAsync(100);
    expect(hasWaited).to.equal(false);
    cancellation.cancel();
    await clock.tickAsync(0);
    expect(hasWaited).to.equal(true);
  });
});

describe("the state of upstreams", () => {
  it("is written in their own classes only", () => {
    const fields =
      "health|genesisHash|mustCheckGenesis|hasRestarted|slots|finalizedSlot|lastSuccessAt|lastError|" +
      "isOpen|refusesConnections|upstreams|hasTiers|generation|firstProbe|round|tried|isFilled|ending|" +
      "estimateMs|firstSlot|tooOldAnswer";
    const writes = new RegExp(`(?<!\\bthis)\\.(${fields}) (\\?\\?|\\|\\||[-+])?= `, "g");
    const root = join(import.meta.dirname, "../../../src");
    const written = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) =>
        (readFileSync(join(root, name), "utf8").match(writes) ?? []).map((text) => name + text),
      );
    expect(written).to.deep.equal([]);
  });
});
