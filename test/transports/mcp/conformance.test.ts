import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import { expect } from "chai";
import { type ServedGateway, startGateway } from "../../end-to-end/gateway-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { startVersionProxy } from "./version-proxy.ts";

/** The scenarios that ask for nothing but the protocol, with the number of checks that each must pass. */
const passing: Readonly<Record<string, number>> = {
  "server-initialize": 1,
  ping: 1,
  "completion-complete": 1,
  "tools-list": 1,
  "resources-list": 1,
  "prompts-list": 1,
  "dns-rebinding-protection": 2,
};

const ownTool = "asks for a tool of the suite's own example server";
const ownResource = "asks for a resource of the suite's own example server";
const ownPrompt = "asks for a prompt of the suite's own example server";
const noSession = "asks for a session with streams; every request stands alone here";

/** The scenarios that cannot pass, each with its reason. One that passes must leave the table. */
const knownFailures: Readonly<Record<string, string>> = {
  "logging-set-level": "the logs are the operator's and are not sent to clients",
  "tools-call-simple-text": ownTool,
  "tools-call-image": ownTool,
  "tools-call-audio": ownTool,
  "tools-call-embedded-resource": ownTool,
  "tools-call-mixed-content": ownTool,
  "tools-call-with-logging": ownTool,
  "tools-call-error": ownTool,
  "tools-call-with-progress": ownTool,
  "tools-call-sampling": ownTool,
  "tools-call-elicitation": ownTool,
  "json-schema-2020-12": ownTool,
  "elicitation-sep1034-defaults": ownTool,
  "elicitation-sep1330-enums": ownTool,
  "server-sse-polling": noSession,
  "server-sse-multiple-streams": noSession,
  "resources-read-text": ownResource,
  "resources-read-binary": ownResource,
  "resources-templates-read": ownResource,
  "resources-subscribe": "the fixed resources do not change and the networks can be read again",
  "resources-unsubscribe": "nothing can be subscribed to",
  "prompts-get-simple": ownPrompt,
  "prompts-get-with-args": ownPrompt,
  "prompts-get-embedded-resource": ownPrompt,
  "prompts-get-with-image": ownPrompt,
};

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const suite = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);
const loader = new URL("conformance-loader.mjs", import.meta.url).href;

/** Runs all server scenarios and reads the summary. */
async function runSuite(url: string): Promise<ReadonlyMap<string, Outcome>> {
  const folder = temporaryFolder();
  const child = spawn(
    process.execPath,
    ["--import", loader, suite, "server", "--url", url, "--suite", "all", "-o", folder],
    { cwd: folder, env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  await once(child, "close");
  rmSync(folder, { recursive: true, force: true });
  const summary = text.slice(text.indexOf("=== SUMMARY ==="));
  const rows = [...summary.matchAll(/^\S+ ([\w-]+): (\d+) passed, (\d+) failed/gm)];
  if (rows.length === 0) throw new Error(`the suite did not run: ${text.slice(-2000)}`);
  return new Map(
    rows.map(([, name = "", passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}

describe("the published conformance suite against POST /api/mcp", function () {
  this.timeout(60_000);
  let served: ServedGateway;
  before(async () => {
    served = await startGateway(["web", "--local"], {
      config: { server_config: { rate_limit: { enabled: false } }, log: { level: "error" } },
    });
  });
  after(async () => {
    await served.process.stop();
  });

  for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
    it(`finds no new fault and no failure that is known no more, with clients of ${version}`, async () => {
      const proxy = await startVersionProxy(served.url, version);
      try {
        const outcomes = await runSuite(`${proxy.url}/api/mcp`);
        expect([...outcomes.keys()]).to.have.members([
          ...Object.keys(passing),
          ...Object.keys(knownFailures),
        ]);
        for (const [name, { passed, failed }] of outcomes) {
          const expected = passing[name];
          if (expected !== undefined) expect([name, passed, failed]).to.deep.equal([name, expected, 0]);
          else expect(passed, `${name} passes: take it out of the known failures`).to.equal(0);
        }
        const answered = version === "2024-10-07" ? "2024-11-05" : version;
        expect(new Set(proxy.negotiated)).to.deep.equal(new Set([answered]));
      } finally {
        await proxy.close();
      }
    });
  }
});
