import type { Clock } from "@sinonjs/fake-timers";
import { expect } from "chai";
import { Cancellation } from "../../src/call/cancellation.ts";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { LandingUpstreams } from "../../src/landing/landing-upstreams.ts";
import { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import { UpstreamSets } from "../../src/upstream/watch/upstream-sets.ts";
import { useFakeClock } from "../fake-clock.ts";
import { networkOf, testConfig } from "../upstream/harness.ts";
import { ignoringListener } from "../upstream/ignoring-listener.ts";

describe("the upstreams of a network on which transactions land", () => {
  const network = networkOf(["http://node.test/"]);
  let clock: Clock;
  let probes: number;
  let sets: UpstreamSets;
  let upstreams: LandingUpstreams;

  beforeEach(() => {
    clock = useFakeClock(1_000_000);
    probes = 0;
    sets = new UpstreamSets({
      prefer: "speed",
      processes: 1,
      config: testConfig,
      timers: new TimerWheel(),
      listener: ignoringListener,
      sendProbe: () => {
        probes += 1;
        return Promise.resolve(RawJson.fromText("1000"));
      },
      isEnabled: () => false,
      wantsEpoch: false,
    });
    upstreams = new LandingUpstreams(network, {
      sets,
      send: () => Promise.resolve(RawJson.fromText("null")),
      cancellation: new Cancellation(),
    });
  });
  afterEach(() => sets.close());

  const isInUse = () => sets.get(network).isInUse(performance.now());

  it("are neither in use nor probed after reading the head, the height and the clock", () => {
    expect([upstreams.head, upstreams.height, upstreams.clock.slotMs > 0]).to.deep.equal([
      0,
      undefined,
      true,
    ]);
    expect(isInUse()).to.equal(false);
    expect(probes).to.equal(0);
  });

  it("are probed while a transaction that was stored across a restart is pending", async () => {
    const landing = new LandingLoop({
      network: upstreams,
      timers: new TimerWheel(),
      maxMs: 600_000,
      maySend: () => true,
      onFate: () => undefined,
      onError: (error) => expect.fail(String(error)),
    });
    const saved = {
      ...{ network: "test", signature: "kept", wire: "", lifetime: "", nonceAccount: undefined },
      ...{ lastValidBlockHeight: 1150, firstSlot: 1000, firstHeight: undefined },
      firstSeenAt: Date.now(),
    };
    landing.add(new TrackedTransaction(saved));
    expect(isInUse()).to.equal(false);
    await clock.tickAsync(10);
    expect(isInUse()).to.equal(true);
    expect(probes).to.be.at.least(1);
    await clock.tickAsync(120_000);
    expect(isInUse()).to.equal(true);
    landing.close();
    await clock.tickAsync(120_000);
    expect(isInUse()).to.equal(false);
  });
});
