import { bombPlaces } from "../test/faults/hostile/bomb-places.ts";
import { BombUpstream, bombBytes, bombs } from "../test/faults/hostile/bomb-upstream.ts";
import { memoryMiB, watched } from "../test/faults/hostile/hostile-harness.ts";
import { runAttacks } from "../test/faults/hostile/run-attacks.ts";
import { startBombed } from "../test/faults/hostile/run-bombs.ts";

const rounds = 10;
/** Longest wait that another client may have. */
const mostMs = 1000;

/** Attacks a gateway in all ways at once and prints how long a client of another network waited; exits with 1 if that is too long. */
export async function benchHostile(): Promise<void> {
  const { isAlive, answered, longestMs, longestCpuMs, peakMiB } = await runAttacks(rounds);
  console.log(`${rounds} rounds of all attacks at once, against a gateway of ${memoryMiB} MiB`);
  console.log(`  alive at the end             ${isAlive ? "yes" : "no"}`);
  console.log(`  most memory                  ${peakMiB.toFixed(0)} MiB`);
  console.log(`  calls of another client      ${answered} answered`);
  console.log(
    `  its longest wait             ${longestMs.toFixed(0)} ms, of which ${longestCpuMs.toFixed(0)} ms CPU time of the gateway`,
  );
  if (!isAlive || longestMs >= mostMs || peakMiB >= memoryMiB) process.exitCode = 1;
  await benchBombs();
}

/** Sends answers of millions of values, and prints how long another client waited beside a plain answer of the same length. */
async function benchBombs(): Promise<void> {
  const upstream = await BombUpstream.start();
  const gateway = await startBombed(upstream);
  const waitsFor = async (bomb: Buffer, places = bombPlaces) => {
    let longest = { name: "", longestMs: 0, peakMiB: 0 };
    for (const { name, enter } of places) {
      const seen = await watched(gateway, () => enter(bomb, upstream, gateway));
      if (seen.longestMs > longest.longestMs) longest = { ...seen, name };
    }
    return longest;
  };
  console.log(
    `${bombBytes / 1024 / 1024} MiB in every place where an upstream's bytes enter a gateway with 256 MiB of heap`,
  );
  const plain = Buffer.from(`"${"x".repeat(bombBytes)}"`);
  const rows = [{ shape: "a plain answer", ...(await waitsFor(plain, bombPlaces.slice(0, 1))) }];
  for (const [shape, make] of Object.entries(bombs))
    rows.push({ shape, ...(await waitsFor(make(bombBytes))) });
  for (const { shape, name, longestMs, peakMiB } of rows)
    console.log(
      `  ${shape.padEnd(16)} another client waited ${longestMs.toFixed(0).padStart(5)} ms at most (${name}); ${peakMiB.toFixed(0)} MiB`,
    );
  await gateway.process.stop();
  upstream.close();
}
