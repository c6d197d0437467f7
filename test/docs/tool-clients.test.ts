import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { supportedVersions } from "../../src/transports/mcp/tools/protocol-version.ts";
import { RunningProgram } from "../running-program.ts";
import { type DocsGateway, startDocsGateway } from "./docs-gateway.ts";
import { fencedBlocks, guideText } from "./fenced-blocks.ts";

const path = "docs/tool-clients.md";

/** What a client's configuration says about one server. */
interface ServerEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
}

describe("the configuration blocks for tool clients @long", () => {
  let gateway: DocsGateway;
  before(async () => {
    gateway = await startDocsGateway();
  });
  after(() => gateway.stop());

  function transportOf({ command, args = [], env = {}, url }: ServerEntry): Transport {
    if (url !== undefined) return new StreamableHTTPClientTransport(new URL(gateway.here(url))) as Transport;
    const { root, env: treeEnv } = gateway.tree;
    return new StdioClientTransport({
      command: command ?? "",
      args: args.map((arg) => arg.replace("/path/to/svm-gateway", root)),
      env: { ...treeEnv, ...env },
      cwd: root,
      stderr: "ignore",
    });
  }

  for (const block of fencedBlocks(guideText(path)).filter(({ notes }) => notes[0] === "client")) {
    it(`${path}:${block.line} starts a server that lists its tools`, async () => {
      const [servers] = Object.values(JSON.parse(block.text) as Record<string, Record<string, ServerEntry>>);
      const entries = Object.values(servers ?? {});
      expect(entries).to.have.length(1);
      for (const entry of entries) {
        const client = new Client({ name: "test", version: "1" });
        await client.connect(transportOf(entry));
        const { tools } = await client.listTools();
        await client.close();
        expect(tools.map(({ name }) => name)).to.include("getBalance");
        const isNarrowed = entry.args?.includes("--read-only") === true;
        expect(tools.some(({ annotations }) => annotations?.readOnlyHint === false)).to.equal(!isNarrowed);
      }
    });
  }

  it("are next to the cost of the lists of tools, as the count prints it", async () => {
    const [, all, few] =
      /costs a model about ([\d,]+) tokens, and `--tools account,token` about ([\d,]+)/.exec(
        guideText(path),
      ) ?? ["", "", ""];
    const count = new RunningProgram(process.execPath, ["--import", "tsx", "bench/tool-tokens.ts"], {
      cwd: packageRoot,
      env: { PATH: process.env.PATH ?? "" },
    });
    const { stdout } = await count.ended();
    const tokensOf = (flags: string) =>
      Number(
        stdout
          .split("\n")
          .find((row) => row.startsWith(flags))
          ?.slice(flags.length)
          .trim()
          .split(/\s+/)[1],
      );
    for (const [flags, told] of [
      ["(all tools)", all],
      ["--tools account,token", few],
    ] as const) {
      const tokens = Number(told?.replace(",", ""));
      expect(tokensOf(flags), flags).to.be.within(tokens * 0.95, tokens * 1.05);
    }
  });
});

describe("the guide for tool clients", () => {
  it("has a configuration block for every common client", () => {
    const blocks = fencedBlocks(guideText(path)).filter(({ notes }) => notes[0] === "client");
    const keys = blocks.map(({ text }) => Object.keys(JSON.parse(text) as object)[0]);
    expect(new Set(keys)).to.deep.equal(new Set(["mcpServers", "servers", "context_servers"]));
  });

  it("names the supported versions", () => {
    expect(guideText(path).match(/\b20\d\d-\d\d-\d\d\b/g)).to.include.members([...supportedVersions]);
  });
});
