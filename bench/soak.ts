import { runSoak, type SoakReport } from "../test/faults/soak-run.ts";

/**
 * Upstreams that fail at random under many clients: `tsx bench/soak.ts [seconds] [clients] [upstreams] [seed]`. Exits with 1 when an answer
 * was wrong, a read failed although an upstream was up, a call took longer than it had, or a transaction came to the upstreams twice.
 */
const [seconds = 60, clients = 200, upstreams = 3, seed = Date.now() % 1_000_000] = process.argv
  .slice(2)
  .map(Number);
const report = await runSoak({
  durationMs: seconds * 1000,
  clients,
  upstreams,
  seed,
  timeoutMs: 8000,
  lateMs: 300,
});

console.log(`soak of ${seconds} s, ${clients} clients, ${upstreams} upstreams, seed ${report.seed}`);
console.log(`  faults injected             ${report.faultsInjected}`);
console.log(
  `  reads                       ${report.reads}, median ${report.medianReadMs} ms, longest ${report.longestReadMs} ms`,
);
console.log(`  wrong answers               ${report.wrong.length}`);
console.log(`  failed with a node up       ${report.failed.length}`);
console.log(`  failed with none up         ${report.failedInTheDark}`);
console.log(`  past their time             ${report.late}`);
console.log(
  `  writes                      ${report.writes}, failed ${report.failedWrites}, sent twice ${report.repeatedWrites.length}`,
);
console.log(`  a node back in use after    ${spread(report.recoveriesMs)}`);
console.log(`  answers after all were down ${spread(report.recoveryFromDarknessMs)}`);
for (const line of [...report.wrong, ...report.failed, ...report.repeatedWrites].slice(0, 20))
  console.log(`  ! ${line}`);
process.exitCode = isSound(report) ? 0 : 1;

function isSound({ wrong, failed, late, repeatedWrites, wrongWrites }: SoakReport): boolean {
  return wrong.length + failed.length + late + repeatedWrites.length + wrongWrites === 0;
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return "never";
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `${at(0.5)} ms (median), ${at(1)} ms (longest), ${sorted.length} times`;
}
