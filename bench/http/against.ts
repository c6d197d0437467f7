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
const warmUpSeconds = 3;
const turnSeconds = 1;
/** The calls that nearly all of the work is. */
const usual = ["cached", "cached-ledger", "pass-through", "pass-through-ledger"];

/**
 * Compares the CPU of a call in this build with that in another: a folder with a built checkout, or a commit, which is built here.
 * Both builds run at the same time and are called in turn, so that a machine that slows down slows both.
 */
export async function benchAgainst([other = "", ...names]: readonly string[], turns: number): Promise<void> {
  if (other === "")
    throw new Error("say which: npm run bench -- against COMMIT, or a folder with a built checkout");
  const chosen = names.length === 0 ? usual : names;
  const made = existsSync(other) ? undefined : buildCommit(other);
  try {
    console.log(`${turns} turns of ${turnSeconds} s for each build; CPU per request, lower quartiles\n`);
    for (const scenario of scenarios.filter(({ name }) => chosen.includes(name))) {
      const [here, there] = await measure(
        [{ folder: packageRoot }, { folder: made ?? other }],
        scenario,
        turns,
      );
      if (here === undefined || there === undefined) throw new Error("nothing was measured");
      console.log(
        `${scenario.name.padEnd(20)} here ${here.toFixed(2)} us   there ${there.toFixed(2)} us   ${(here / there).toFixed(3)} x`,
      );
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

/** The lower quartile of CPU microseconds per request, of each build. */
export async function measure(
  builds: readonly MeasuredBuild[],
  scenario: Scenario,
  turns: number,
): Promise<number[]> {
  const upstream = await MeasuredProcess.start(
    loadCore,
    ["--import", "tsx", upstreamProcess],
    scenario.upstreamResult,
  );
  const running: MeasuredProcess[] = [];
  try {
    for (const { folder, nodeWords } of builds) {
      const config = settingsOf(folder, gatewayConfig(upstream.url));
      const main = join(folder, "dist/src/cli/main.js");
      running.push(await MeasuredProcess.startGateway(measuredCore, config, main, nodeWords));
    }
    const costs = running.map((): number[] => []);
    for (const { url } of running) await generateLoad(url + scenario.path, scenario.body, warmUpSeconds);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, process] of running.entries()) {
        const before = process.cpuSeconds();
        const { requests } = await generateLoad(process.url + scenario.path, scenario.body, turnSeconds);
        costs[index]?.push(((process.cpuSeconds() - before) * 1e6) / requests);
      }
    }
    return costs.map((each) => each.toSorted((a, b) => a - b)[each.length >> 2] ?? Number.NaN);
  } finally {
    for (const process of running) await process.stop();
    await upstream.stop();
  }
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
