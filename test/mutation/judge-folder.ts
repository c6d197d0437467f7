import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SourceFile } from "typescript/unstable/ast";
import { packageRoot } from "../../src/package-root.ts";
import type { ImportGraph } from "../import-graph.ts";
import type { Mutant } from "./find-mutants.ts";
import { instrument } from "./instrument.ts";
import { reachingTests } from "./reaching-tests.ts";
import type { Answer, Load, SeenTest } from "./test-process.ts";
import { TestWorker } from "./test-worker.ts";

/** What became of a mutant: a test failed, the process hung or died, all tests passed, or none evaluates it. */
export type Verdict = "failed" | "hung" | "survived" | "untested";

/** A file with its mutants. */
interface MutatedFile {
  readonly file: string;
  readonly source: SourceFile;
  readonly mutants: readonly Mutant[];
}

interface Folder {
  readonly graph: ImportGraph;
  readonly files: readonly MutatedFile[];
  /** The mutants to judge. */
  readonly wanted: ReadonlySet<Mutant>;
  /** How many processes run tests at a time. */
  readonly jobs: number;
  readonly onVerdict: (mutant: Mutant, verdict: Verdict) => void;
}

/** Tests that take more CPU time, preparations included, are left out. */
const slowMs = 3000;
/** A test is quick up to here: the quick ones run first. */
const quickMs = 30;
/** What a process may take beyond the tests' own time. */
const spareMs = 10_000;
const timesLonger = 20;

/** Judges mutants of files that have their tests below one folder; gives back what it left out, as lines. */
export async function judgeFolder(folder: Folder): Promise<string[]> {
  const mutants = folder.files.flatMap((file) => file.mutants);
  const tests = [...new Set(folder.files.flatMap(({ file }) => reachingTests(folder.graph, file)))];
  const load: Load = {
    texts: instrumentAll(folder.files),
    mutants: mutants.length,
    tests: tests.map(urlOf),
  };
  const first = await startWorker(load);
  const usable = first.tests.filter(({ passed, cpuMs }) => passed && cpuMs <= slowMs);
  const queue = [...mutants.entries()].filter(([, mutant]) => folder.wanted.has(mutant));

  const workOff = async (given: TestWorker | undefined): Promise<void> => {
    let worker = given;
    const judge = async (number: number, file: string, tests: readonly SeenTest[], reload: string[]) => {
      if (tests.length === 0) return "untested";
      worker ??= (await startWorker({ ...load, seen: first.tests })).worker;
      const { phases, ms } = inPhases(tests, file);
      const answer = await worker.ask({ mutant: number, phases, reload }, spareMs + timesLonger * ms);
      const verdict = verdictOf(answer);
      if (answer === undefined || !("isTidy" in answer && answer.isTidy)) {
        worker.end();
        worker = undefined;
      }
      return verdict;
    };
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [number, mutant] = next;
      const evaluating = usable.filter((test) => test.mutants.includes(number));
      let verdict = await judge(number, mutant.file, evaluating, []);
      if ((verdict === "untested" || verdict === "survived") && first.loaded.includes(number)) {
        const reload = reachingTests(folder.graph, mutant.file).map(urlOf);
        const reaching = usable.filter(({ file }) => reload.includes(file));
        verdict = await judge(number, mutant.file, reaching, reload);
      }
      folder.onVerdict(mutant, verdict);
    }
    worker?.end();
  };
  await Promise.all(
    Array.from({ length: folder.jobs }, (_, job) => workOff(job === 0 ? first.worker : undefined)),
  );
  return leftOut(first.tests);
}

/** One line for each test that fails without a change, and for each file with slow tests. */
function leftOut(tests: readonly SeenTest[]): string[] {
  const failing = tests.filter(({ passed }) => !passed);
  const slow = tests.filter(({ passed, cpuMs }) => passed && cpuMs > slowMs);
  const files = [...new Set(slow.map(({ file }) => file))];
  const countIn = (file: string) => slow.filter((test) => test.file === file).length;
  return [
    ...failing.map(({ title }) => `left out, since it fails without a change: ${title}`),
    ...files.map(
      (file) =>
        `left out, since they take more than ${slowMs} ms of CPU: ${countIn(file)} of ${pathOf(file)}`,
    ),
  ];
}

async function startWorker(
  load: Load,
): Promise<{ worker: TestWorker; loaded: readonly number[]; tests: readonly SeenTest[] }> {
  const worker = new TestWorker();
  const answer = await worker.ask(load);
  if (answer !== undefined && "loaded" in answer) return { worker, ...answer };
  worker.end();
  throw new Error(`the tests could not be loaded: ${load.tests.join(" ")}`);
}

/** Tests in the order that finds most mutants soonest: the file's own quick ones, other quick ones, the others. */
function inPhases(tests: readonly SeenTest[], file: string): { phases: string[][]; ms: number } {
  const own = urlOf(file.replace(/^src/, "test").replace(/\.ts$/, ".test.ts"));
  const phases = [
    tests.filter((test) => test.ms <= quickMs && test.file === own),
    tests.filter((test) => test.ms <= quickMs && test.file !== own),
    tests.filter((test) => test.ms > quickMs),
  ];
  return {
    phases: phases.filter(({ length }) => length > 0).map((phase) => phase.map(({ title }) => title)),
    ms: tests.reduce((sum, test) => sum + test.ms, 0),
  };
}

/** All instrumented files, by URL; the numbers of their mutants follow one another. */
function instrumentAll(files: readonly MutatedFile[]): Map<string, string> {
  let first = 0;
  return new Map(
    files.map(({ file, source, mutants }) => {
      const text = instrument(source, mutants, first);
      first += mutants.length;
      return [urlOf(file), text];
    }),
  );
}

function verdictOf(answer: Answer | undefined): Verdict {
  if (answer === undefined || !("isTidy" in answer)) return "hung";
  return answer.failed ? "failed" : "survived";
}

function pathOf(url: string): string {
  return relative(packageRoot, fileURLToPath(url));
}

function urlOf(file: string): string {
  return pathToFileURL(join(packageRoot, file)).href;
}
