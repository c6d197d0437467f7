// The process that runs tests on instrumented files: it loads them once, and then runs the tests of one mutant after another.
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import Mocha, { type RootHookObject, type Runner, type Suite, type Test } from "mocha";
import { packageRoot } from "../../src/package-root.ts";
import { MutantSwitch } from "./mutant-switch.ts";

/** What the process loads first. */
export interface Load {
  /** Texts of instrumented files, by URL, and how many mutants they hold. */
  readonly texts: ReadonlyMap<string, string>;
  readonly mutants: number;
  /** URLs of the test files. */
  readonly tests: readonly string[];
  /** What an earlier process saw of the tests; without it they are all run once. */
  readonly seen?: readonly SeenTest[];
}

/** Tests of one mutant, to run until the first that fails. */
export interface Run {
  readonly mutant: number;
  /** Titles of tests, phase after phase. */
  readonly phases: readonly (readonly string[])[];
  /** Test files to load once more with the mutant on, for one that only loading evaluates. */
  readonly reload: readonly string[];
}

/** A test as the first run saw it. */
export interface SeenTest {
  readonly title: string;
  /** URL of its file. */
  readonly file: string;
  /** Its time, with the preparations of its suites. */
  readonly ms: number;
  /** The CPU time in it: the same on a busy machine. */
  readonly cpuMs: number;
  readonly turns: number;
  readonly passed: boolean;
  /** Mutants that it evaluates. */
  readonly mutants: readonly number[];
}

/** What the process answers: to `Load` the tests and the mutants that loading them evaluates, to `Run` whether a test failed. */
export type Answer =
  | { readonly tests: readonly SeenTest[]; readonly loaded: readonly number[] }
  | {
      readonly failed: boolean;
      /** Whether the process is as it was before. */
      readonly isTidy: boolean;
    };

const { EVENT_TEST_BEGIN, EVENT_TEST_END, EVENT_TEST_FAIL, EVENT_HOOK_BEGIN, EVENT_HOOK_END } =
  Mocha.Runner.constants;

/** A test may take this many turns of loops, and this many times its turns without a mutant. */
const mostTurns = 10_000;
const moreTurns = 4;
/** The same for its time, in case that it waits, or blocks elsewhere. */
const longestTestMs = 4000;
const moreTime = 4;

/** Copies of the tree are never unloaded: after so many the process is replaced. */
const mostReloads = 40;

/** A choice of tests by their full titles. */
class Titles extends RegExp {
  readonly #titles: ReadonlySet<string>;

  constructor(titles: readonly string[]) {
    super("");
    this.#titles = new Set(titles);
  }

  override test(title: string): boolean {
    return this.#titles.has(title);
  }
}

let mutants = new MutantSwitch(0);
let mocha = new Mocha();
let seen: ReadonlyMap<string, SeenTest> = new Map();
let resources = 0;
let reloads = 0;

/** When the process ends by force, in milliseconds since 1970; 0 for never. */
const deadline = new BigInt64Array(new SharedArrayBuffer(8));
/** The clock of the process, whatever a test does to Date. */
const { now } = Date;

async function load({ texts, mutants: count, tests, seen: known }: Load): Promise<Answer> {
  const tree = pathToFileURL(`${packageRoot}/`).href;
  register(new URL("load-hooks.mjs", import.meta.url), { data: { texts, tree } });
  mutants = new MutantSwitch(count);
  Object.assign(globalThis, { mutants });
  // A mutant is found by the first value that shows it, and by the same ones in each run.
  fc.configureGlobal({ seed: 1, endOnFailure: true });
  // What a failed test left behind says nothing about the next mutant.
  new Worker(new URL("watchdog.mjs", import.meta.url), { workerData: deadline.buffer, execArgv: [] }).unref();
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, () => undefined);
  mocha = await loadTests(tests, "");
  const loaded = mutants.takeSeen();
  const watched = known ?? (await watch());
  seen = new Map(watched.map((test) => [test.title, test]));
  resources = await leftResources(0);
  return { loaded, tests: watched };
}

/** Test files, of the copy of the tree that a query names. */
async function loadTests(files: readonly string[], query: string): Promise<Mocha> {
  const loading = new Mocha({ timeout: 60_000, reporter: class {} as never });
  loading.cleanReferencesAfterRun(false);
  for (const helper of ["fake-clock.ts", "embedded-node.ts"]) {
    const { mochaHooks } = (await import(`../${helper}${query}`)) as { mochaHooks: RootHookObject };
    loading.rootHooks(mochaHooks);
  }
  for (const url of files) {
    // Mocha's own way to load files would require() them, past the hooks.
    loading.suite.emit("pre-require", globalThis, url, loading);
    const known = loading.suite.suites.length;
    await import(`${url}${query}`);
    for (const suite of loading.suite.suites.slice(known)) suite.file = url;
  }
  return loading;
}

/** Runs all tests without a mutant, to see how long each takes and what it evaluates. */
async function watch(): Promise<SeenTest[]> {
  const tests: SeenTest[] = [];
  const prepared = new Map<Suite, { ms: number; cpuMs: number; mutants: number[] }>();
  const failed = new Set<string>();
  let begun = { ms: 0, cpu: process.cpuUsage() };
  const begin = (): void => {
    begun = { ms: performance.now(), cpu: process.cpuUsage() };
    mutants.takeSeen();
    mutants.turns = 0;
  };
  const took = (): { ms: number; cpuMs: number } => {
    const { user, system } = process.cpuUsage(begun.cpu);
    return { ms: performance.now() - begun.ms, cpuMs: (user + system) / 1000 };
  };
  await run(mocha, (runner) => {
    runner.on(EVENT_HOOK_BEGIN, (hook) => {
      if (hook.title.startsWith('"before all"')) begin();
    });
    runner.on(EVENT_HOOK_END, (hook) => {
      if (hook.parent === undefined || !hook.title.startsWith('"before all"')) return;
      const before = prepared.get(hook.parent) ?? { ms: 0, cpuMs: 0, mutants: [] };
      const { ms, cpuMs } = took();
      before.ms += ms;
      before.cpuMs += cpuMs;
      before.mutants.push(...mutants.takeSeen());
      prepared.set(hook.parent, before);
    });
    runner.on(EVENT_TEST_BEGIN, begin);
    runner.on(EVENT_TEST_FAIL, (test) => failed.add(test.fullTitle()));
    runner.on(EVENT_TEST_END, (test) => {
      const suites = suitesOf(test);
      const before = suites.flatMap((suite) => prepared.get(suite) ?? []);
      const own = took();
      tests.push({
        title: test.fullTitle(),
        file: suites.findLast(({ root }) => !root)?.file ?? "",
        ms: before.reduce((sum, { ms }) => sum + ms, own.ms),
        cpuMs: before.reduce((sum, { cpuMs }) => sum + cpuMs, own.cpuMs),
        turns: mutants.turns,
        passed: test.state === "passed",
        mutants: [...new Set([...mutants.takeSeen(), ...before.flatMap(({ mutants }) => mutants)])],
      });
    });
  });
  return tests.map((test) => ({ ...test, passed: test.passed && !failed.has(test.title) }));
}

async function judge({ mutant, phases, reload }: Run): Promise<Answer> {
  mutants.on = mutant;
  try {
    let failed = false;
    const tests = reload.length === 0 ? mocha : await reloadTests(mutant, reload);
    for (const titles of phases) failed ||= tests === undefined || (await hasFailure(tests, titles));
    const isTidy = reloads < mostReloads && (!failed || (await leftResources(resources)) <= resources);
    return { failed, isTidy };
  } finally {
    Atomics.store(deadline, 0, 0n);
    mutants.on = -1;
    mutants.mostTurns = Number.POSITIVE_INFINITY;
  }
}

/** The tests on a copy of the tree; undefined if it does not load. */
async function reloadTests(mutant: number, files: readonly string[]): Promise<Mocha | undefined> {
  reloads += 1;
  mutants.turns = 0;
  mutants.mostTurns = mostTurns;
  try {
    return await loadTests(files, `?mutant=${mutant}`);
  } catch {
    return undefined;
  }
}

async function hasFailure(tests: Mocha, titles: readonly string[]): Promise<boolean> {
  let failed = false;
  tests.bail(true);
  tests.grep(new Titles(titles));
  await run(tests, (runner) => {
    runner.on(EVENT_TEST_BEGIN, (test) => {
      const { ms = 0, turns = 0 } = seen.get(test.fullTitle()) ?? {};
      const longest = longestTestMs + moreTime * ms;
      test.timeout(longest);
      // A test that only waits has been ended by then.
      Atomics.store(deadline, 0, BigInt(Math.round(now() + 1.5 * longest)));
      mutants.turns = 0;
      mutants.mostTurns = mostTurns + moreTurns * turns;
    });
    runner.on(EVENT_TEST_FAIL, () => {
      failed = true;
    });
  });
  return failed;
}

function run(tests: Mocha, listen: (runner: Runner) => void): Promise<void> {
  return new Promise((resolve) => listen(tests.run(() => resolve())));
}

/** A test's suites, innermost first. */
function suitesOf(test: Test): Suite[] {
  const suites: Suite[] = [];
  for (let suite = test.parent; suite !== undefined; suite = suite.parent) suites.push(suite);
  return suites;
}

/** The number of timers and sockets that are open, after some turns of the event loop if there are more than expected. */
async function leftResources(expected: number): Promise<number> {
  const count = (): number => process.getActiveResourcesInfo().length;
  for (let turn = 0; turn < 20 && count() > expected; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  return count();
}

process.on("message", (message: Load | Run) => {
  const answer = "texts" in message ? load(message) : judge(message);
  // Tests that do not load end the process.
  answer.then(
    (found) => process.send?.(found),
    () => process.exit(1),
  );
});
