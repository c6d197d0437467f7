import { memoryMiB } from "../test/faults/hostile/hostile-harness.ts";
import { runAttacks } from "../test/faults/hostile/run-attacks.ts";

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
}
