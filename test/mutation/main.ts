// Changes the source in many small ways, one at a time, and reports which changes no test notices. See README.md.
import { parseArgs } from "node:util";
import { packageRoot } from "../../src/package-root.ts";
import { parseSources } from "../parse-sources.ts";
import { isEqual } from "./equal-mutants.ts";
import { describeMutant, findMutants, type Mutant } from "./find-mutants.ts";
import { judgeFolder, type Verdict } from "./judge-folder.ts";
import { importGraph } from "./reaching-tests.ts";
import { sample } from "./sample.ts";

/** What is checked unless the command line says otherwise. */
const usual = [
  "src/json",
  "src/rpc",
  "src/gateway/params",
  "src/limits",
  "src/upstream/routing",
  "src/consistency",
  "src/cache",
];

const help = `Usage: npm run test:mutation -- [options] [folder or file ...]

Changes one small thing of the source at a time, and runs the tests that evaluate it.
Prints the changes that no test notices, and for each folder how many are noticed.
Without folders: ${usual.join(" ")}

  --count N   only N changes, drawn at random
  --seed N    draws others (1)
  --jobs N    processes at a time (1)
  --help      prints this
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) process.stdout.write(help);
else await run(positionals.length > 0 ? positionals.map((path) => path.replace(/\/$/, "")) : usual);

async function run(targets: readonly string[]): Promise<void> {
  const sources = parseSources(packageRoot, ["src", "test"]);
  const graph = importGraph(packageRoot, sources);
  const inTree = sources.map((source) => ({ source, file: source.fileName.slice(packageRoot.length + 1) }));
  const folders = targets.map((target) => {
    const files = inTree.filter(({ file }) => file === target || file.startsWith(`${target}/`));
    if (!target.startsWith("src/") || files.length === 0)
      throw new Error(`no file of src is "${target}" or below it`);
    const all = files.map(({ file, source }) => ({ file, source, mutants: findMutants(file, source) }));
    return { target, files: all };
  });
  const all = folders.flatMap(({ files }) => files.flatMap(({ mutants }) => mutants));
  const worth = all.filter((mutant) => !isEqual(mutant));
  const chosen = new Set(
    values.count === undefined ? worth : sample(worth, Number(values.count), Number(values.seed)),
  );

  for (const { target, files } of folders) {
    const mutants = files.flatMap((file) => file.mutants);
    const wanted = new Set(mutants.filter((mutant) => chosen.has(mutant)));
    if (wanted.size === 0) continue;
    process.stderr.write(`${target}: ${wanted.size} changes; a first run finds the tests of each\n`);
    const begun = performance.now();
    const verdicts = new Map<Mutant, Verdict>();
    const leftOut = await judgeFolder({
      graph,
      files,
      wanted,
      jobs: Number(values.jobs),
      onVerdict(mutant, verdict) {
        verdicts.set(mutant, verdict);
        if (isSurvivor(verdict)) showSurvivor(mutant, verdict);
        showProgress(target, verdicts.size, wanted.size, performance.now() - begun);
      },
    });
    const survivors = [...verdicts.values()].filter(isSurvivor);
    for (const line of leftOut) process.stdout.write(`${line}\n`);
    const noticed = wanted.size - survivors.length;
    const equal = mutants.filter((mutant) => isEqual(mutant)).length;
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(
      `\n${target}: ${((100 * noticed) / wanted.size).toFixed(1)} % (${noticed} of ${wanted.size} noticed, ${equal} equal ones not counted) in ${seconds} s\n\n`,
    );
  }
}

function isSurvivor(verdict: Verdict): boolean {
  return verdict === "survived" || verdict === "untested";
}

function showSurvivor(mutant: Mutant, verdict: Verdict): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const note = verdict === "untested" ? " (no test evaluates it)" : "";
  process.stdout.write(`${describeMutant(mutant)}${note}\n`);
}

function showProgress(target: string, done: number, all: number, ms: number): void {
  const left = Math.ceil(((ms / done) * (all - done)) / 60_000);
  const line = `${target}: ${done} of ${all}, about ${left} min left`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\x1b[K${done === all ? "\r\x1b[K" : ""}`);
  else if (done % 100 === 0) process.stderr.write(`${line}\n`);
}
