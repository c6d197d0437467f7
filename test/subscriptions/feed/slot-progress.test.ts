import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { LedgerClock } from "../../../src/ledger-clock/ledger-clock.ts";
import { impossibleJump } from "../../../src/ledger-clock/ledger-lengths.ts";
import {
  maxStaleSlotLag,
  SlotProgress,
  type SlotWatch,
} from "../../../src/subscriptions/feed/slot-progress.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import type { UpstreamSocket } from "../../../src/subscriptions/upstream/upstream-socket.ts";

const staleSlotsMs = 1000;

describe("a socket whose slots stopped", () => {
  let ledgerSlot: number;
  let restarts: number;
  let ends: string[];
  let watch: SlotWatch;
  let socket: UpstreamSocket;
  let progress: SlotProgress;

  beforeEach(() => {
    restarts = 0;
    ends = [];
    progress = new SlotProgress({
      reader: { slot: async () => ledgerSlot, clock: new LedgerClock() } as unknown as LedgerReader,
      staleSlotsMs: () => staleSlotsMs,
      onLedgerReplaced: () => {
        restarts += 1;
      },
      onFailed: (error) => {
        throw error;
      },
    });
    watchFurther();
  });

  /** Watches one more socket. */
  function watchFurther(): SlotWatch {
    socket = {
      add: (entry: SlotWatch) => {
        watch = entry;
      },
      end: (reason: string) => ends.push(reason),
    } as unknown as UpstreamSocket;
    progress.watch(socket);
    watch.onConfirmed();
    return watch;
  }

  const receive = (slot: number) => watch.onPayload(RawJson.fromText(`{"slot":${slot}}`));
  /** Compares it with a ledger at this slot, once its own slots have stopped for long enough. */
  async function compareWith(slot: number): Promise<void> {
    ledgerSlot = slot;
    progress.endStale(watch.movedAt + staleSlotsMs + 1);
    await new Promise(setImmediate);
  }

  for (const stoppedAt of [0, 1, 5000]) {
    it(`ends when the ledger has gone on from ${stoppedAt} by more than it may lag`, async () => {
      receive(stoppedAt);
      await compareWith(stoppedAt + maxStaleSlotLag);
      expect(ends).to.deep.equal([]);
      await compareWith(stoppedAt + maxStaleSlotLag + 1);
      expect(ends).to.deep.equal([`its slots stopped at ${stoppedAt}`]);
    });
  }

  it("is compared with the first known slot of the ledger if it sent none yet", async () => {
    await compareWith(7000);
    expect(ends).to.deep.equal([]);
    await compareWith(7000 + maxStaleSlotLag + 1);
    expect(ends).to.deep.equal(["its slots stopped at 7000"]);
  });

  it("shows that the ledger was restarted if the ledger is much further back", async () => {
    receive(5000);
    await compareWith(5000 - impossibleJump);
    expect(restarts).to.equal(0);
    await compareWith(5000 - impossibleJump - 1);
    expect(restarts).to.equal(1);
  });

  it("counts from the ledger's slot if it was far ahead of it", async () => {
    receive(Number.MAX_SAFE_INTEGER);
    await compareWith(5000);
    expect(progress.newest).to.equal(5000);
    receive(5001);
    expect(progress.newest).to.equal(5001);
    expect(ends).to.deep.equal([]);
  });

  it("ends if it is far ahead of a ledger that another socket agrees with", async () => {
    receive(Number.MAX_SAFE_INTEGER);
    watchFurther();
    receive(5000);
    await compareWith(5001);
    expect(ends).to.deep.equal([`its slots are far ahead of the ledger, at ${Number.MAX_SAFE_INTEGER}`]);
    expect(progress.newest).to.equal(5001);
  });
});
