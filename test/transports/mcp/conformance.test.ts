import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { handshakeVersions } from "../../../src/transports/mcp/tools/protocol-version.ts";
import { watchChild } from "../../child-process.ts";
import { type ServedGateway, startGateway } from "../../gateway-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { startVersionProxy } from "./version-proxy.ts";

/** One era of the protocol as the suite tests it. */
interface Era {
  /** What the suite is told to test. */
  readonly specVersion: string;
  /** The scenarios that ask for nothing but the protocol, with the number of checks that each must pass. */
  readonly passing: Readonly<Record<string, number>>;
  /** The scenarios that cannot pass, each with its reason. One that passes must leave the table. */
  readonly notApplicable: Readonly<Record<string, string>>;
}

const ownTool = "asks for a tool of the suite's own example server";
const ownResource = "asks for a resource of the suite's own example server";
const ownPrompt = "asks for a prompt of the suite's own example server";
const noSession = "asks for a session with streams; every request stands alone here";

/** What both eras ask for of the suite's own example server. */
const ownExamples = {
  "tools-call-simple-text": ownTool,
  "tools-call-image": ownTool,
  "tools-call-audio": ownTool,
  "tools-call-embedded-resource": ownTool,
  "tools-call-mixed-content": ownTool,
  "tools-call-error": ownTool,
  "tools-call-with-progress": ownTool,
  "json-schema-2020-12": ownTool,
  "resources-read-text": ownResource,
  "resources-read-binary": ownResource,
  "resources-templates-read": ownResource,
  "prompts-get-simple": ownPrompt,
  "prompts-get-with-args": ownPrompt,
  "prompts-get-embedded-resource": ownPrompt,
  "prompts-get-with-image": ownPrompt,
};

const handshake: Era = {
  specVersion: "2025-11-25",
  passing: {
    "server-initialize": 2,
    ping: 2,
    "completion-complete": 2,
    "tools-list": 3,
    "resources-list": 2,
    "prompts-list": 2,
    "dns-rebinding-protection": 2,
  },
  notApplicable: {
    ...ownExamples,
    "server-session-lifecycle": noSession,
    "logging-set-level": "the logs are the operator's and are not sent to clients",
    "tools-call-with-logging": ownTool,
    "tools-call-sampling": ownTool,
    "tools-call-elicitation": ownTool,
    "elicitation-sep1034-defaults": ownTool,
    "elicitation-sep1330-enums": ownTool,
    "server-sse-polling": noSession,
    "server-sse-multiple-streams": noSession,
    "resources-subscribe": "the fixed resources do not change and the networks can be read again",
    "resources-unsubscribe": "nothing can be subscribed to",
  },
};

const stateless: Era = {
  specVersion: "2026-07-28",
  passing: {
    "completion-complete": 2,
    "tools-list": 4,
    "server-sse-multiple-streams": 1,
    "resources-list": 2,
    "sep-2164-resource-not-found": 3,
    "prompts-list": 2,
    "dns-rebinding-protection": 2,
    caching: 8,
    "http-header-validation": 14,
    "input-required-result-missing-input-response": 1,
    "input-required-result-unsupported-methods": 2,
    "input-required-result-ignore-extra-params": 1,
    "input-required-result-validate-input": 3,
  },
  notApplicable: {
    ...ownExamples,
    "http-custom-header-server-validation": "no tool asks for an argument to be repeated in a header",
    "input-required-result-basic-elicitation": ownTool,
    "input-required-result-basic-sampling": ownTool,
    "input-required-result-basic-list-roots": ownTool,
    "input-required-result-request-state": ownTool,
    "input-required-result-multiple-input-requests": ownTool,
    "input-required-result-multi-round": ownTool,
    "input-required-result-non-tool-request": ownPrompt,
    "input-required-result-result-type": ownTool,
    "input-required-result-tampered-state": ownTool,
    "input-required-result-capability-check": ownTool,
  },
};

/** Of the scenario about requests without a handshake, the checks that ask for the suite's own example tools. */
const untestableChecks = 4;
const statelessChecks = 21;

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
async function runSuite(url: string, specVersion: string): Promise<ReadonlyMap<string, Outcome>> {
  const folder = temporaryFolder();
  const child = spawn(
    process.execPath,
    [
      "--import",
      loader,
      suite,
      "server",
      "--url",
      url,
      "--suite",
      "all",
      "--spec-version",
      specVersion,
      "-o",
      folder,
    ],
    { cwd: folder, env: { PATH: process.env.PATH ?? "", NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  watchChild(child, () => text);
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

describe("the published conformance suite against POST /api/mcp @long", () => {
  let served: ServedGateway;
  before(async () => {
    served = await startGateway(["web", "--local"], {
      config: { server_config: { rate_limit: { enabled: false } }, log: { level: "error" } },
    });
  });
  after(async () => {
    await served.process.stop();
  });

  function assertOutcomes(outcomes: ReadonlyMap<string, Outcome>, { passing, notApplicable }: Era): void {
    expect([...outcomes.keys()]).to.have.members([...Object.keys(passing), ...Object.keys(notApplicable)]);
    for (const [name, { passed, failed }] of outcomes) {
      const expected = passing[name];
      if (expected !== undefined) expect([name, passed, failed]).to.deep.equal([name, expected, 0]);
      else if (failed === 0) expect(passed, `${name} passes: take it out of the table`).to.equal(0);
    }
  }

  // Those between are tested with the protocol's own clients.
  for (const version of [...handshakeVersions.slice(0, 1), ...handshakeVersions.slice(-1)]) {
    it(`finds no new fault, and none in the table that passes, with clients of ${version}`, async () => {
      const proxy = await startVersionProxy(served.url, version);
      try {
        assertOutcomes(await runSuite(`${proxy.url}/api/mcp`, handshake.specVersion), handshake);
        expect(new Set(proxy.negotiated)).to.deep.equal(new Set([version]));
      } finally {
        await proxy.close();
      }
    });
  }

  it(`finds no new fault, and none in the table that passes, without a handshake`, async () => {
    const outcomes = new Map(await runSuite(`${served.url}/api/mcp`, stateless.specVersion));
    expect(outcomes.get("server-stateless")).to.deep.equal({
      passed: statelessChecks,
      failed: untestableChecks,
    });
    outcomes.delete("server-stateless");
    assertOutcomes(outcomes, stateless);
  });
});
