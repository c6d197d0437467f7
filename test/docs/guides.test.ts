import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { transform } from "esbuild";
import { methods } from "../../generated/methods.ts";
import { methodNameFaults, networkConfigFaults } from "../../src/networks/network-config-faults.ts";
import { describeWith } from "../needed-programs.ts";
import { configOf } from "../networks/harness.ts";
import { type Ending, RunningProgram } from "../running-program.ts";
import { type DocsGateway, startDocsGateway } from "./docs-gateway.ts";
import { type FencedBlock, fencedBlocks, guideTexts } from "./fenced-blocks.ts";
import { shapeDifference } from "./json-shape.ts";

/** Words after the language that say how a block is tested; `text` blocks show what is not run, `json client` and `json method` have tests of their own. */
const knownKinds = [
  "sh",
  "sh serve",
  "ts",
  "json answer",
  "json config",
  "json request",
  "json client",
  "json method",
  "text",
];

/** A configuration that later commands of its page name; `svm-gateway.json` would apply to those of all pages. */
const savedFile = /Save this as `(gateway\.json)`.*\n\n```json config\n([^`]+)```/g;

describe("the guides", () => {
  for (const [path, markdown] of guideTexts()) {
    for (const { language, notes, line, text } of fencedBlocks(markdown)) {
      const kind = [language, ...notes].join(" ");
      if (!knownKinds.includes(kind)) {
        it(`${path}:${line} says how it is tested`, () => {
          expect.fail(`a fence of ${JSON.stringify(kind)}: use one of ${knownKinds.join(", ")}`);
        });
      } else if (kind === "json config") {
        it(`${path}:${line} is a valid configuration`, () => {
          const config = configOf(JSON.parse(text));
          const faults = [...networkConfigFaults(config), ...methodNameFaults(config, Object.keys(methods))];
          expect(faults).to.deep.equal([]);
        });
      }
    }
  }
});

/**
 * Every command and every program of the guides runs here, against a gateway on embedded ledgers, and every answer shown has the
 * shape of what the block before it prints.
 */
describeWith(["bash", "curl"], "what the guides run @long", () => {
  let gateway: DocsGateway;
  before(async () => {
    gateway = await startDocsGateway();
  });
  after(() => gateway.stop());

  // Guides may begin alike; what is served is started once.
  const served = new Set<string>();
  for (const [path, markdown] of guideTexts()) {
    for (const [, name = "", text = ""] of markdown.matchAll(savedFile))
      it(`${path} saves ${name}`, () => writeFileSync(join(gateway.tree.root, name), text));
    const blocks = fencedBlocks(markdown);
    for (const [index, block] of blocks.entries()) {
      const kind = [block.language, ...block.notes].join(" ");
      const answer = blocks[index + 1];
      const place = `${path}:${block.line}`;
      if (kind === "json request") it(`${place} is answered`, () => sendRequest(block, answer));
      else if (kind === "sh") it(`${place} runs`, () => runShell(block, answer));
      else if (kind === "sh serve") {
        const command = serveCommand(block);
        if (!served.has(command)) it(`${place} serves until it is stopped`, () => serve(command));
        served.add(command);
      } else if (kind === "ts") it(`${place} runs`, () => runProgram(block, answer));
    }
  }

  async function runShell(block: FencedBlock, answer: FencedBlock | undefined): Promise<void> {
    const script = `set -euo pipefail\n${gateway.here(block.text)}`;
    checkEnding(await start("bash", ["-c", script]).ended(), answer);
  }

  async function serve(command: string): Promise<void> {
    const program = start("bash", ["-c", `exec env ${gateway.here(command)}`]);
    await program.printed(/^listening (?:http|ws) \S+$/m);
    expect((await program.stop()).code, program.stderr).to.equal(0);
  }

  async function runProgram(block: FencedBlock, answer: FencedBlock | undefined): Promise<void> {
    const { code } = await transform(gateway.here(block.text), { loader: "ts", format: "esm" });
    const folder = mkdtempSync(join(gateway.tree.root, "block-"));
    writeFileSync(join(folder, "block.mjs"), code);
    const ending = await start(process.execPath, [join(folder, "block.mjs")]).ended();
    checkEnding(ending, answer);
    // What a program prints of a network that failed ends with 0 all the same.
    expect(ending.stdout).to.not.contain("has not been reached");
  }

  async function sendRequest(block: FencedBlock, answer: FencedBlock | undefined): Promise<void> {
    const response = await fetch(gateway.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: block.text,
    });
    checkAnswer(await response.text(), answer);
  }

  function start(program: string, words: readonly string[]): RunningProgram {
    return new RunningProgram(program, words, { cwd: gateway.tree.root, env: gateway.tree.env });
  }
});

/** What a block starts, on free ports; `npm start` without what it installs and builds. */
function serveCommand({ text }: FencedBlock): string {
  const command = text
    .replace(/ --(?:ws-)?port \d+/g, "")
    .replace(/^npm start$|^npx svm-gateway/m, (words) =>
      words === "npm start" ? "svm-gateway serve --local --mock" : "svm-gateway",
    );
  return `${command} --port 0${/svm-gateway serve/.test(command) ? " --ws-port 0" : ""}`;
}

function checkEnding({ code, stdout, stderr }: Ending, answer: FencedBlock | undefined): void {
  expect(code, stdout + stderr).to.equal(0);
  // A program that fails on the ledger's side still ends well under curl.
  if (!showsAnswer(answer)) expect(stdout).not.to.match(/^\{"jsonrpc":"2\.0","error"/m);
  checkAnswer(stdout, answer);
}

function checkAnswer(text: string, answer: FencedBlock | undefined): void {
  if (!showsAnswer(answer)) return;
  expect(shapeDifference(JSON.parse(answer.text), JSON.parse(text)), text).to.equal(undefined);
}

function showsAnswer(block: FencedBlock | undefined): block is FencedBlock {
  return block?.language === "json" && block.notes[0] === "answer";
}
