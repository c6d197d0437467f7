import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { loadCore } from "../measured-process.ts";

/** What a load generator saw. */
export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

const connections = 32;

/** Whether wrk is installed: it costs a fraction of the CPU of a load generator in JavaScript. */
export const hasWrk: boolean = spawnSync("wrk", ["--version"]).error === undefined;

/** Sends the body as fast as the server answers, for some seconds. */
export async function generateLoad(url: string, body: string, seconds: number): Promise<LoadResult> {
  return hasWrk ? wrk(url, body, seconds) : cannon(url, body, seconds);
}

function wrk(url: string, body: string, seconds: number): LoadResult {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
  try {
    const script = join(folder, "post.lua");
    writeFileSync(script, luaScript(body));
    const args = [
      "-c",
      String(loadCore),
      "wrk",
      "-t1",
      `-c${connections}`,
      `-d${seconds}s`,
      "--latency",
      "-s",
      script,
      url,
    ];
    const { stdout } = spawnSync("taskset", args, { encoding: "utf8" });
    return {
      requests: Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0),
      requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
      p50Ms: milliseconds(percentile(stdout, 50)),
      p99Ms: milliseconds(percentile(stdout, 99)),
      failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bodies are put together in the load generator: what stands between the addresses, and a counter in base-58 characters. */
function luaScript(body: string): string {
  const parts = body.split("$A").map((part) => `[==[${part}]==]`);
  return [
    'local headers = { ["content-type"] = "application/json" }',
    `local parts = { ${parts.join(", ")} }`,
    "local counter = os.time() % 100 * 10000000",
    "request = function()",
    "  local pieces = { parts[1] }",
    "  for index = 2, #parts do",
    "    counter = counter + 1",
    '    pieces[#pieces + 1] = string.format("%09d", counter):gsub("0", "z")',
    "    pieces[#pieces + 1] = parts[index]",
    "  end",
    '  return wrk.format("POST", nil, headers, table.concat(pieces))',
    "end",
    "",
  ].join("\n");
}

/** A percentile has a line of its own; shares of a deviation may end in the same digits. */
function percentile(printed: string, percent: number): string | undefined {
  return new RegExp(`^\\s+${percent}%\\s+(\\S+)`, "m").exec(printed)?.[1];
}

function milliseconds(text = "0ms"): number {
  const value = Number.parseFloat(text);
  if (text.endsWith("us")) return value / 1000;
  return text.endsWith("ms") ? value : value * 1000;
}

async function cannon(url: string, body: string, seconds: number): Promise<LoadResult> {
  let counter = Date.now() % 1e9;
  const result = await autocannon({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    requests: [
      {
        setupRequest: (request) => {
          counter += 1;
          return {
            ...request,
            body: body.replaceAll("$A", () => String(counter).padStart(9, "0").replaceAll("0", "z")),
          };
        },
      },
    ],
    connections,
    duration: seconds,
  });
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
