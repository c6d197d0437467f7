import { expect } from "chai";
import type { Network } from "../../../src/networks/network.ts";
import { tickThrough, tickUntil, useFakeClock } from "../../fake-clock.ts";
import {
  createTestUpstreams,
  networkOf,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../../upstream/harness.ts";

describe("a network or a client in trouble", () => {
  let hanging: ScriptedUpstream;
  let well: ScriptedUpstream;
  let stuck: Network;
  let fine: Network;
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  let pending: Promise<unknown>[] = [];
  const release: (() => void)[] = [];

  beforeEach(async () => {
    clock = useFakeClock();
    pending = [];
    hanging = await new ScriptedUpstream(
      () => new Promise((resolve) => release.push(() => resolve("1"))),
    ).start();
    well = await new ScriptedUpstream(() => "2").start();
    stuck = networkOf([hanging.url], { id: "stuck", enabled: true });
    fine = networkOf([well.url], { id: "fine", enabled: true });
    bench = createTestUpstreams([], {
      limits: { maxConcurrentRequests: 20 },
      store: { defaultNetwork: () => stuck, enabled: () => [stuck, fine], onChange: () => () => undefined },
    });
  });
  afterEach(async () => {
    hanging.script = () => "1";
    for (const answer of release.splice(0)) answer();
    await tickThrough(clock, Promise.all(pending), { maxMs: 5000 });
    await bench.close();
    await hanging.stop();
    await well.stop();
  });

  const ask = (network: Network, slot: number, client?: string) =>
    bench.ask("getBlockTime", `[${slot}]`, {
      network,
      timeoutMs: 3000,
      ...(client === undefined ? {} : { client }),
    });
  /** How it ends does not matter: it is awaited at the end. */
  const keep = (answer: Promise<unknown>) => pending.push(answer.catch(() => undefined));
  /** Hanging calls, each of a different client unless one is named. */
  const hang = (count: number, client?: string) => {
    for (let call = 0; call < count; call += 1) keep(ask(stuck, pending.length, client ?? `192.0.2.${call}`));
  };

  it("does not delay another network, which has its own places to run and to wait", async () => {
    hang(200);
    await until(() => hanging.count() === 15, "the network that hangs has taken all but the other's part");
    // They wait for no timer: the clock stands still.
    const answers = await Promise.all(Array.from({ length: 15 }, (_, slot) => ask(fine, slot)));
    expect(answers).to.deep.equal(Array(15).fill("2"));
    expect(hanging.count()).to.equal(15);
  });

  it("leaves half of what is free to other clients of the same network", async () => {
    hang(100, "192.0.2.1");
    await until(() => hanging.count() === 7, "one client has taken half of 15");
    hang(1, "192.0.2.2");
    await until(() => hanging.count() === 8, "another client's call went out at once");
  });

  it("counts the addresses of one IPv6 customer as one client", async () => {
    for (let call = 0; call < 30; call += 1) hang(1, `2001:db8:0:1::${call.toString(16)}`);
    await until(() => hanging.count() === 7, "one customer has taken half of 15");
    hang(1, "2001:db8:0:2::1");
    await until(() => hanging.count() === 8, "another customer's call went out at once");
  });

  it("gives free places to clients in turn", async () => {
    hang(20, "192.0.2.1");
    for (let client = 2; client < 12; client += 1) hang(1, `192.0.2.${client}`);
    await until(() => hanging.count() === 15, "all places are taken");
    // The two clients that still wait have one call each; the first has thirteen.
    for (const answer of release.splice(0, 8)) answer();
    const slots = () => hanging.asked.map(({ params }) => (params as number[])[0]);
    await until(() => [28, 29].every((slot) => slots().includes(slot)), "their calls went out");
    expect(slots()).to.include.members([20, 21, 22, 23, 24, 25, 26, 27]);
  });

  it("does not let networks that are not enabled take more than one part together", async () => {
    for (let count = 0; count < 50; count += 1) keep(ask({ ...stuck, id: `other-${count}` }, count));
    await until(() => hanging.count() >= 14, "they took what is free");
    expect(await ask(fine, 1)).to.equal("2");
  });

  it("leaves another network its places to wait for an upstream to come back", async () => {
    await bench.close();
    bench = createTestUpstreams([], {
      limits: { maxConcurrentRequests: 20 },
      store: { enabled: () => [stuck, fine], onChange: () => () => undefined, defaultNetwork: () => fine },
      upstream: { breaker: { failures: 1, openMs: 1000 } },
    });
    // Who refuses connections is waited for; who breaks them is asked again.
    await hanging.stop();
    await well.stop();
    let refused = 0;
    for (let slot = 0; slot < 25; slot += 1)
      keep(ask(stuck, slot, `192.0.2.${slot}`).catch(() => (refused += 1)));
    // The network that fails has all the places that it may have.
    await tickUntil(clock, () => refused >= 5, { maxMs: 1000 });
    const answer = ask(fine, 1);
    await clock.tickAsync(50);
    await well.start();
    expect(await tickThrough(clock, answer, { maxMs: 2000 })).to.equal("2");
  });
});
