import { parseArgs } from "node:util";
import { benchCallers } from "./callers.ts";
import { benchConsistency } from "./consistency/run.ts";
import { benchEngineFlags } from "./engine-flags.ts";
import { benchHostile } from "./hostile.ts";
import { benchAgainst } from "./http/against.ts";
import { benchHttp } from "./http/run.ts";
import { benchLanding } from "./landing/run.ts";
import { benchLargeResult } from "./large-result.ts";
import { benchRouting } from "./routing/run.ts";
import { benchSoak } from "./soak/run.ts";
import { benchStart } from "./start.ts";
import { benchSubscriptions } from "./subscriptions/run.ts";
import { benchTraffic } from "./traffic/run.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "30" },
    reads: { type: "string", default: "200000" },
    minutes: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    help: { type: "boolean", default: false },
  },
});
const [area = "http", ...names] = positionals;
const areas: Readonly<Record<string, () => Promise<void>>> = {
  http: () => benchHttp(names, Number(values.rounds)),
  against: () => benchAgainst(names, Number(values.rounds)),
  flags: () => benchEngineFlags(Number(values.rounds)),
  hostile: () => benchHostile(),
  callers: () => benchCallers(),
  large: () => benchLargeResult(),
  landing: () => benchLanding(),
  start: () => benchStart(),
  subscriptions: () => benchSubscriptions(),
  consistency: () => benchConsistency(names, Number(values.reads)),
  routing: () => benchRouting(),
  soak: () => benchSoak(Number(values.minutes), Number(values.seed)),
  traffic: () => benchTraffic(names, Number(values.seconds)),
};

const run = areas[area];
if (values.help || run === undefined) {
  console.log(
    "npm run bench -- [AREA] [SCENARIO...] [--rounds N] [--seconds N] [--reads N] [--minutes N] [--seed N]",
  );
  console.log(
    `areas: ${Object.keys(areas).join(", ")}; all but start, hostile, callers and soak compare with baselines in the same run; against takes a commit first`,
  );
  process.exitCode = values.help ? 0 : 2;
} else {
  await run();
}
