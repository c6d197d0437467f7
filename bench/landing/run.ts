import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import { HandDrivenTime } from "../../test/hand-driven-time.ts";
import { heapGrowth } from "../../test/heap-growth.ts";
import { lossyCluster } from "../../test/landing/lossy-cluster.ts";
import { ways } from "./ways.ts";

const count = 1000;
const losses = [0, 0.3, 0.6, 0.9];

/** Compares ways to send over three routes that lose a share, on a clock that is moved by hand, and weighs what is pending. */
export async function benchLanding(): Promise<void> {
  const time = new HandDrivenTime().install();
  console.log(
    `${count} transactions, three upstreams, slots of 400 ms; CPU includes the scripted upstreams\n`,
  );
  console.log("| lost | way | landed | slots to land p50 | p99 | sends each | CPU ms each |");
  console.log("|---|---|---|---|---|---|---|");
  for (const loss of losses)
    for (const [name, send] of Object.entries(ways)) {
      const made = lossyCluster(time, loss, count);
      const begin = made.cluster.slot;
      const before = process.cpuUsage();
      await send(made);
      const { user, system } = process.cpuUsage(before);
      const slots = made.truths
        .flatMap(({ landedAt }) => (landedAt === undefined ? [] : [landedAt - begin]))
        .toSorted((one, other) => one - other);
      const sends = made.truths.reduce((sum, truth) => sum + truth.sends, 0);
      const share = `${((100 * slots.length) / count).toFixed(1)}%`;
      const at = (part: number) =>
        slots[Math.min(slots.length - 1, Math.floor(slots.length * part))] ?? "none";
      console.log(
        `| ${loss * 100}% | ${name} | ${share} | ${at(0.5)} | ${at(0.99)} | ${(sends / count).toFixed(1)} | ${((user + system) / 1000 / count).toFixed(2)} |`,
      );
    }
  console.log("");
  for (const pending of [1000, 5000])
    console.log(`${pending} pending: ${bytesOfEach(pending, time)} bytes of heap for each`);
  time.restore();
}

/** Heap of a pending transaction of a transfer's size (215 bytes), sent on three routes that answered. */
function bytesOfEach(pending: number, time: HandDrivenTime): number {
  const { cluster } = lossyCluster(time, 0, 0);
  const landing = new LandingLoop({
    ...{ network: cluster, timers: new TimerWheel(), maxMs: Number.POSITIVE_INFINITY },
    maySend: () => true,
    onFate: () => undefined,
    onError: () => undefined,
  });
  const bytes = heapGrowth(() => {
    for (let at = 0; at < pending; at += 1) landing.add(sentTransfer(at));
  });
  landing.close();
  return Math.round(bytes / pending);
}

function sentTransfer(at: number): TrackedTransaction {
  const transaction = new TrackedTransaction({
    ...{ network: "solana-mainnet", nonceAccount: undefined, firstHeight: undefined },
    signature: Buffer.alloc(44, at.toString()).toString("hex"),
    lifetime: Buffer.alloc(22, at.toString()).toString("hex"),
    wire: Buffer.alloc(215, at.toString()).toString("base64"),
    ...{ lastValidBlockHeight: 150, firstSlot: 1, firstSeenAt: 1_700_000_000_000 + at },
  });
  for (const route of ["main", "second", "third"]) {
    transaction.recordSend(route, 1_700_000_000_000 + at);
    transaction.recordAnswer(route, "taken");
  }
  return transaction;
}
