import { expect } from "chai";
import fc from "fast-check";
import { ModelLedger } from "../../bench/ledger/model-ledger.ts";
import { checkAnswer } from "../../bench/traffic/check-answer.ts";
import type { MixedRequest } from "../../bench/traffic/request-mix.ts";
import type { Commitment } from "../../src/contract/method-description.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useFakeClock } from "../fake-clock.ts";
import { runs } from "../property-runs.ts";
import { DrivenLedger } from "./driven-ledger.ts";

const slotMs = 400;
const names = Array.from({ length: 6 }, (_, index) => `account ${index}`);
const firstSlots = [100_000, 50_000, 1000];

interface ReadStep {
  readonly kind: "read";
  readonly method: number;
  readonly commitment: Commitment;
  readonly accounts: readonly number[];
}

type Step =
  | ReadStep
  | { readonly kind: "slot" }
  | { readonly kind: "restart" }
  | { readonly kind: "fork" }
  | { readonly kind: "lag"; readonly slots: number }
  | { readonly kind: "pass"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ kind: "slot" }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: "restart" }, { kind: "fork" }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("lag" as const), slots: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant("read" as const),
      method: fc.integer({ min: 0, max: 3 }),
      commitment: fc.constantFrom<Commitment>("processed", "confirmed", "finalized"),
      accounts: fc.uniqueArray(fc.integer({ min: 0, max: names.length - 1 }), { minLength: 1 }),
    }),
  },
);

function requestOf(addresses: readonly string[], { method, commitment, accounts }: ReadStep): MixedRequest {
  const asked = accounts.map((index) => addresses[index] ?? "");
  const config = { encoding: "base64", commitment };
  const requests: readonly Omit<MixedRequest, "commitment">[] = [
    { method: "getAccountInfo", params: [asked[0], config] },
    { method: "getMultipleAccounts", params: [asked, config] },
    { method: "getBalance", params: [asked[0], { commitment }] },
    { method: "getLatestBlockhash", params: [{ commitment }] },
  ];
  return { ...(requests[method] ?? { method: "getSlot", params: [] }), commitment };
}

/** Takes the steps; returns the answers that were not true at the slot that they name. */
async function run(steps: readonly Step[], behind: number): Promise<string[]> {
  const clock = useFakeClock();
  const starts = [...firstSlots];
  const driven = new DrivenLedger({ slotMs, behind, firstSlot: starts.shift() ?? 0 });
  const addresses = names.map((name) => driven.ledger.addAccount(name));
  const faults: string[] = [];
  let running: Promise<void>[] = [];

  async function read(request: MixedRequest): Promise<void> {
    const { ledger } = driven;
    try {
      const text = await driven.ask(request.method, request.params);
      if (checkAnswer(ledger, request, `{"result":${text}}`).isWrong)
        faults.push(`${JSON.stringify(request)}: ${text}`);
    } catch (caught) {
      faults.push(RpcError.from(caught).message);
    }
  }
  async function settle(): Promise<void> {
    await clock.tickAsync(40);
    await Promise.all(running);
    running = [];
  }

  for (let reads = 0; reads < 3; reads += 1) void driven.ask("getSlot", [{ commitment: "finalized" }]);
  driven.advance();
  await clock.tickAsync(10);
  for (const taken of steps) {
    if (taken.kind === "slot") {
      for (const [index, address] of addresses.entries())
        if (driven.ledger.head % (index + 1) === 0) driven.ledger.touch(address);
      driven.advance();
      await clock.tickAsync(1);
    } else if (taken.kind === "fork") {
      driven.view.startFork(addresses[0] ?? "");
      driven.report();
    } else if (taken.kind === "restart") {
      const firstSlot = starts.shift();
      if (firstSlot === undefined) continue;
      await settle();
      const ledger = new ModelLedger({ firstSlot, dataLength: 200 });
      for (const name of names) ledger.addAccount(name);
      driven.restart(ledger);
    } else if (taken.kind === "lag") {
      driven.view.lag = taken.slots;
    } else if (taken.kind === "pass") {
      await clock.tickAsync(taken.ms);
    } else {
      running.push(read(requestOf(addresses, taken)));
      await clock.tickAsync(2);
    }
  }
  await settle();
  driven.ledgers.close();
  if (driven.ledgers.byteLength !== 0) faults.push(`${driven.ledgers.byteLength} bytes are left`);
  return faults;
}

describe("answers to reads", () => {
  it("are correct at the slot that they name, whatever upstreams do: lags, forks, restarted ledgers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40, size: "max" }),
        fc.constantFrom(0, 1),
        async (steps, behind) => {
          expect(await run(steps, behind)).to.deep.equal([]);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("take hardly more upstream calls when the popular accounts change every ten seconds", async () => {
    const callsFor = async (driftSlots: number) => {
      const clock = useFakeClock();
      const driven = new DrivenLedger({ slotMs });
      const addresses = Array.from({ length: 120 }, (_, index) =>
        driven.ledger.addAccount(`popular ${index}`),
      );
      for (let slot = 0; slot < 50; slot += 1) {
        for (const address of addresses) driven.ledger.touch(address);
        driven.advance();
        for (let read = 0; read < 8; read += 1) {
          // 30 of them are read, one after the other.
          const index = (Math.floor(slot / driftSlots) * 30 + ((slot * 8 + read) % 30)) % addresses.length;
          void driven.ask("getAccountInfo", [
            addresses[index],
            { encoding: "base64", commitment: "confirmed" },
          ]);
          await clock.tickAsync(slotMs / 8);
        }
      }
      return driven.got.filter(({ method }) => method === "getMultipleAccounts").length;
    };
    // Each of the 30 accounts is new once in each of two periods.
    expect((await callsFor(25)) - (await callsFor(50))).to.be.within(0, 30);
  });
});
