// Changes the source in many small ways, one at a time, and checks whether the tests of the changed file notice.
// Run by hand: npm run test:mutation -- [--count 100] [--seed 1] [--only json]. A run that was stopped continues where it was.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { transform } from "esbuild";
import { API } from "typescript/unstable/sync";
import { packageRoot } from "../../src/package-root.ts";
import { findMutants } from "./find-mutants.ts";
import { type Mutant, mutantId, mutate } from "./mutant.ts";
import { reachingTests } from "./reaching-tests.ts";
import { sample } from "./sample.ts";
import { type Outcome, WorkCopy } from "./work-copy.ts";

/** Folders of src whose mutants are drawn. */
const areas = ["gateway", "upstream", "json", "subscriptions"];
const resultsFile = join(packageRoot, "coverage/mutation.json");

type Verdict = Outcome | "untested";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
  },
});

const drawn = sample(allMutants(values.only), Number(values.count), Number(values.seed));
const verdicts = readVerdicts();
const copy = new WorkCopy(packageRoot);
const passing = new Map<string, boolean>();
try {
  for (const mutant of drawn) {
    const known = verdicts[mutantId(mutant)];
    // One that no test noticed is tried again: there may be a test for it by now.
    const isNoticed = known === "failed" || known === "timeout";
    const verdict = isNoticed ? known : await judge(mutant);
    if (verdict === undefined) continue;
    verdicts[mutantId(mutant)] = verdict;
    writeVerdicts();
    if (!isNoticed) process.stdout.write(`${verdict.padEnd(9)} ${describe(mutant)}\n`);
  }
} finally {
  copy.remove();
}
report();

/** The outcome of one mutant; undefined if it changes nothing that runs, or is not valid TypeScript. */
async function judge(mutant: Mutant): Promise<Verdict | undefined> {
  const text = readFileSync(join(copy.root, mutant.file), "utf8");
  const changed = mutate(text, mutant);
  const [plain, changedPlain] = await Promise.all([text, changed].map(withoutTypes));
  if (changedPlain === undefined || changedPlain === plain) return undefined;
  const tests = reachingTests(copy.root, mutant.file);
  if (tests.length === 0) return "untested";
  const key = tests.join(" ");
  if (!passing.has(key)) passing.set(key, (await copy.run(tests)) === "passed");
  // What fails without a mutant says nothing about one.
  if (passing.get(key) === false) return undefined;
  copy.write(mutant.file, changed);
  const outcome = await copy.run(tests);
  copy.write(mutant.file, text);
  return outcome;
}

async function withoutTypes(text: string): Promise<string | undefined> {
  try {
    return (await transform(text, { loader: "ts", minifyWhitespace: true })).code;
  } catch {
    // Not every change of an operator gives a program.
    return undefined;
  }
}

function allMutants(only: string | undefined): Mutant[] {
  const api = new API({ cwd: packageRoot });
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [join(packageRoot, "tsconfig.json")] })
      .getProjects();
    if (project === undefined) throw new Error("tsconfig.json is no project");
    const folders = (only === undefined ? areas : [only]).map((area) => join(packageRoot, "src", area, "/"));
    return project.program
      .getSourceFileNames()
      .filter((name) => folders.some((folder) => name.startsWith(folder)))
      .sort()
      .flatMap((name) => {
        const source = project.program.getSourceFile(name);
        return source === undefined ? [] : findMutants(name.slice(packageRoot.length + 1), source);
      });
  } finally {
    api.close();
  }
}

function report(): void {
  const judged = drawn.flatMap((mutant) => {
    const verdict = verdicts[mutantId(mutant)];
    return verdict === undefined ? [] : [{ mutant, verdict }];
  });
  const survivors = judged.filter(({ verdict }) => verdict === "passed" || verdict === "untested");
  process.stdout.write(`\n${survivors.length} that no test noticed:\n`);
  for (const { mutant, verdict } of survivors) process.stdout.write(`${verdict} ${describe(mutant)}\n`);
  const noticed = judged.length - survivors.length;
  process.stdout.write(
    `${noticed} of ${judged.length} mutants noticed: ${Math.round((100 * noticed) / judged.length)} %\n`,
  );
}

function describe({ file, line, before, after }: Mutant): string {
  return `${file}:${line} ${before.replaceAll(/\s+/g, " ").slice(0, 80)} => ${after === ";" ? "nothing" : after || "nothing"}`;
}

function readVerdicts(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8")) as Record<string, Verdict>;
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw caught;
  }
}

function writeVerdicts(): void {
  mkdirSync(dirname(resultsFile), { recursive: true });
  writeFileSync(resultsFile, JSON.stringify(verdicts, null, 1));
}
