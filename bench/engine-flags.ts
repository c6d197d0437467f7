import { fileURLToPath } from "node:url";
import { engineFlags } from "../src/cli/engine-flags.ts";
import { packageRoot } from "../src/package-root.ts";
import { measure, measuring, shown } from "./http/against.ts";
import { generateLoad } from "./http/load.ts";
import { gatewayConfig } from "./http/run.ts";
import { scenarios } from "./http/scenario.ts";
import { loadCore, MeasuredProcess, measuredCore } from "./measured-process.ts";

const upstreamProcess = fileURLToPath(new URL("http/upstream-process.ts", import.meta.url));
const preload = new URL("without-engine-flags.mjs", import.meta.url).href;
const without = ["--import", preload];
const loadSeconds = 3;

/** The CPU of calls with all V8 flags of the program and without each of them, in turn; and how many starts crash with all and with none. */
export async function benchEngineFlags(turns: number): Promise<void> {
  console.log(`${measuring(turns)}\n`);
  for (const scenario of scenarios.filter(({ name }) => ["cached", "pass-through"].includes(name))) {
    const omitting = engineFlags.map((flag) => ["--import", `${preload}?flag=${encodeURIComponent(flag)}`]);
    const builds = [[], ...omitting].map((nodeWords) => ({ folder: packageRoot, nodeWords }));
    const [all, ...others] = await measure(builds, scenario, turns);
    if (all === undefined) throw new Error("nothing was measured");
    console.log(`${scenario.name}: ${shown(all)} with all`);
    for (const [index, flag] of engineFlags.entries()) {
      const cost = others[index];
      if (cost !== undefined)
        console.log(`  ${shown(cost)} without ${flag}: ${(cost.cost / all.cost).toFixed(3)} x`);
    }
  }
  const scenario = scenarios.find(({ name }) => name === "pass-through");
  if (scenario === undefined) throw new Error("there is no scenario pass-through");
  const upstreamWords = ["--import", "tsx", upstreamProcess];
  const upstream = await MeasuredProcess.start(loadCore, upstreamWords, scenario.upstreamResult);
  const crashes = { with: 0, without: 0 };
  for (let turn = 0; turn < turns; turn += 1)
    for (const [name, words] of [
      ["with", []],
      ["without", without],
    ] as const) {
      const config = gatewayConfig(upstream.url);
      const gateway = await MeasuredProcess.startGateway(measuredCore, config, undefined, words);
      await generateLoad(gateway.url + scenario.path, scenario.body, loadSeconds);
      if (gateway.hasEnded) crashes[name] += 1;
      await gateway.stop();
    }
  await upstream.stop();
  console.log(`\nof ${turns} starts crashed with the flags ${crashes.with}, without ${crashes.without}`);
}
