import { expect } from "chai";
import { CallerMeter } from "../../src/auth/caller-meter.ts";
import type { MeterLimits } from "../../src/auth/meter-counts.ts";
import { CallerCounts } from "../../src/workers/caller-counts.ts";
import { type Message, ProcessLink } from "../../src/workers/process-link.ts";
import {
  createWorkerLimits,
  type FirstProcessFunctions,
  type WorkerFunctions,
  type WorkerLink,
} from "../../src/workers/worker-link.ts";
import { useFakeDate } from "../fake-clock.ts";

const none: MeterLimits = {
  rateLimit: undefined,
  creditsPerDay: undefined,
  creditsPerMonth: undefined,
  maxConcurrent: undefined,
  maxSubscriptions: undefined,
  maxSockets: undefined,
};

describe("limits of a key at several workers", () => {
  const noon = Date.parse("2026-05-05T12:00:00Z");
  let counts: CallerCounts;

  beforeEach(() => {
    useFakeDate(noon);
    counts = new CallerCounts();
  });

  /** The meter of a key at one worker, whose messages pass as text. */
  function meterAt(worker: number, limits: Partial<MeterLimits>, isForPages = false): CallerMeter {
    const options = { timeoutMs: 60_000, onFailure: () => undefined };
    const asText = (message: Message) => JSON.parse(JSON.stringify(message)) as Message;
    const link: WorkerLink = new ProcessLink((message) => void first.receive(asText(message)), options);
    const first = new ProcessLink<WorkerFunctions, FirstProcessFunctions>(
      (message) => void link.receive(asText(message)),
      options,
    );
    first.expose({
      spend: (spending) => counts.spend(spending),
      acquire: (caller, use) => counts.acquire(worker, caller, use),
      release: (caller, use) => counts.release(worker, caller, use),
    });
    const shared = createWorkerLimits(link);
    return new CallerMeter("key", { ...none, ...limits }, isForPages, shared);
  }

  const isAdmitted = async (meter: CallerMeter, points: number, address?: string) =>
    (await meter.spend({ mode: "spend", points, credits: points, address })) === undefined;

  for (const [name, limits] of [
    ["the rate", { rateLimit: 10 }],
    ["the credits of a day", { creditsPerDay: 10 }],
    ["the credits of a month", { creditsPerMonth: 10 }],
  ] as const) {
    it(`are exact for concurrent and for successive calls: ${name}`, async () => {
      const meters = [meterAt(1, limits), meterAt(2, limits)] as const;
      for (let call = 0; call < 4; call += 1)
        expect(await isAdmitted(call % 2 === 0 ? meters[0] : meters[1], 1)).to.equal(true);
      const raced = await Promise.all(
        Array.from({ length: 20 }, (_, index) => isAdmitted(index % 2 === 0 ? meters[0] : meters[1], 1)),
      );
      expect(raced.filter(Boolean)).to.have.length(6);
    });
  }

  it("count credits once if calls spend them at the same time", async () => {
    const worker = meterAt(1, { creditsPerDay: 100 });
    await Promise.all(Array.from({ length: 20 }, () => isAdmitted(worker, 1)));
    expect(worker.credits.left).to.equal(80);
    expect(await isAdmitted(worker, 80)).to.equal(true);
  });

  it("report the shared remainder to each worker", async () => {
    const limits = { rateLimit: 10, creditsPerDay: 100 };
    const [one, two] = [meterAt(1, limits), meterAt(2, limits)];
    await isAdmitted(one, 3);
    await isAdmitted(two, 2);
    expect(two.headers(undefined)[3]).to.match(/^"second";r=5;t=\d+, "day";r=95;/);
  });

  it("include earlier spending that the workers load", async () => {
    const worker = meterAt(1, { creditsPerDay: 10 });
    worker.credits.setSaved(new Map([["2026-05-05", 8]]));
    expect(await isAdmitted(worker, 2)).to.equal(true);
    expect(await isAdmitted(meterAt(2, { creditsPerDay: 10 }), 1)).to.equal(false);
  });

  it("include later charges of a call at any worker", async () => {
    const [one, two] = [meterAt(1, { creditsPerDay: 10 }), meterAt(2, { creditsPerDay: 10 })];
    void one.spend({ mode: "charge", points: 0, credits: 9, address: undefined });
    expect(await isAdmitted(two, 1)).to.equal(true);
    expect(await isAdmitted(two, 1)).to.equal(false);
  });

  it("give each client address of a web page a tenth at all workers together", async () => {
    const [one, two] = [meterAt(1, { rateLimit: 20 }, true), meterAt(2, { rateLimit: 20 }, true)];
    expect(await isAdmitted(one, 2, "192.0.2.1")).to.equal(true);
    expect(await isAdmitted(two, 1, "192.0.2.1")).to.equal(false);
    expect(await isAdmitted(two, 1, "192.0.2.2")).to.equal(true);
  });

  it("count resources until they are released or their worker exits", async () => {
    const limits = { maxConcurrent: 3 };
    const [one, two] = [meterAt(1, limits), meterAt(2, limits)];
    const acquired = await Promise.all(
      [one, two, one, two, one, two].map((meter) => meter.acquire("calls", undefined)),
    );
    expect(acquired.filter(Boolean)).to.have.length(3);
    expect(await two.acquire("calls", undefined)).to.equal(false);
    one.release("calls", undefined);
    expect(await two.acquire("calls", undefined)).to.equal(true);
    counts.removeWorker(2);
    expect(await one.acquire("calls", undefined)).to.equal(true);
  });

  it("admit the next call while the release message of the last one is in flight", async () => {
    const limits = { maxConcurrent: 1 };
    const [one, two] = [meterAt(1, limits), meterAt(2, limits)];
    await one.acquire("calls", undefined);
    const acquired = two.acquire("calls", undefined);
    one.release("calls", undefined);
    expect(await acquired).to.equal(true);
  });
});
