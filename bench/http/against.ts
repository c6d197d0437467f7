import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/package-root.ts";
import { loadCore, MeasuredProcess, measuredCore } from "../measured-process.ts";
import { generateLoad } from "./load.ts";
import { gatewayConfig } from "./run.ts";
import { type Scenario, scenarios } from "./scenario.ts";

const upstreamProcess = fileURLToPath(new URL("upstream-process.ts", import.meta.url));
/** Processes of two builds differ most while they are compiled. */
const warmUpSeconds = 6;
const turnSeconds = 1;
/** Turns of each process. */
const turnsPerProcess = 4;
/** The calls that nearly all of the work is. */
const usual = ["cached", "cached-ledger", "pass-through", "pass-through-ledger"];

/**
 * Compares the CPU of a call in this build with that in another: a folder with a built checkout, or a commit, which is built here.
 * Processes of one build differ by up to a tenth, by what the engine happens to optimize: so each round starts a process of each build.
 */
export async function benchAgainst([other = "", ...names]: readonly string[], rounds: number): Promise<void> {
  if (other === "")
    throw new Error("say which: npm run bench -- against COMMIT, or a folder with a built checkout");
  const chosen = names.length === 0 ? usual : names;
  const made = existsSync(other) ? undefined : buildCommit(other);
  try {
    console.log(`${measuring(rounds)}\n`);
    for (const scenario of scenarios.filter(({ name }) => chosen.includes(name))) {
      const builds = [{ folder: packageRoot }, { folder: made ?? other }];
      const [here, there] = await measure(builds, scenario, rounds);
      if (here === undefined || there === undefined) throw new Error("nothing was measured");
      const ratio = (here.cost / there.cost).toFixed(3);
      console.log(`${scenario.name.padEnd(20)} here ${shown(here)}   there ${shown(there)}   ${ratio} x`);
    }
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}

/** Builds a commit of this repository in a folder of its own. */
function buildCommit(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-against-"));
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  run("git", "clone", "--quiet", packageRoot, ".");
  run("git", "checkout", "--quiet", commit);
  run("npm", "ci", "--no-audit", "--no-fund");
  run("npm", "run", "--silent", "build");
  return folder;
}

/** A folder with a built checkout, and words for node itself. */
interface MeasuredBuild {
  readonly folder: string;
  readonly nodeWords?: readonly string[];
}

/** CPU microseconds per request of a build. */
interface Cost {
  /** Lower quartile over all turns of all processes. */
  readonly cost: number;
  /** Lower quartiles of the processes, ascending. */
  readonly processes: readonly number[];
}

/** Says how costs are measured. */
export function measuring(rounds: number): string {
  return `${rounds} processes of each build in alternation, ${turnsPerProcess} turns of ${turnSeconds} s each; CPU per request, lower quartiles (and the range of those of the processes)`;
}

/** A cost, and how far the processes of the build differ. */
export function shown({ cost, processes }: Cost): string {
  return `${cost.toFixed(2)} us (${processes[0]?.toFixed(2)} to ${processes.at(-1)?.toFixed(2)})`;
}

/** What a request costs in each build. */
export async function measure(
  builds: readonly MeasuredBuild[],
  scenario: Scenario,
  rounds: number,
): Promise<Cost[]> {
  const upstream = await MeasuredProcess.start(
    loadCore,
    ["--import", "tsx", upstreamProcess],
    scenario.upstreamResult,
  );
  try {
    const turns = builds.map((): number[][] => []);
    for (let round = 0; round < rounds; round += 1) {
      const started: MeasuredProcess[] = [];
      try {
        for (const build of builds) started.push(await startBuild(build, upstream.url));
        const ofRound = await takeTurns(started, scenario, round % 2 === 1);
        for (const [index, each] of ofRound.entries()) turns[index]?.push(each);
      } finally {
        for (const process of started) await process.stop();
      }
    }
    return turns.map((each) => ({
      cost: lowerQuartile(each.flat()),
      processes: each.map(lowerQuartile).toSorted((a, b) => a - b),
    }));
  } finally {
    await upstream.stop();
  }
}

function startBuild({ folder, nodeWords }: MeasuredBuild, upstreamUrl: string): Promise<MeasuredProcess> {
  const config = settingsOf(folder, gatewayConfig(upstreamUrl));
  return MeasuredProcess.startGateway(measuredCore, config, join(folder, "dist/src/cli/main.js"), nodeWords);
}

/** The costs of each process's turns. Processes take turns, so that a machine that slows down slows all of them. */
async function takeTurns(
  processes: readonly MeasuredProcess[],
  scenario: Scenario,
  lastFirst: boolean,
): Promise<number[][]> {
  const costs = processes.map((): number[] => []);
  const inOrder = [...processes.entries()];
  if (lastFirst) inOrder.reverse();
  for (const [, { url }] of inOrder) await generateLoad(url + scenario.path, scenario.body, warmUpSeconds);
  for (let turn = 0; turn < turnsPerProcess; turn += 1) {
    for (const [index, process] of inOrder) {
      const before = process.cpuSeconds();
      const { requests } = await generateLoad(process.url + scenario.path, scenario.body, turnSeconds);
      costs[index]?.push(((process.cpuSeconds() - before) * 1e6) / requests);
    }
  }
  return costs;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN;
}

/** Those of the settings that a build has. */
function settingsOf(build: string, settings: object): object {
  const schema = JSON.parse(readFileSync(join(build, "config.schema.json"), "utf8")) as {
    properties: object;
  };
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(schema.properties, name)),
  );
}
