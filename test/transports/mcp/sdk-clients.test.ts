import { rmSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isInitializeRequest,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { expect } from "chai";
import { tools } from "../../../generated/tools.ts";
import { type ServedGateway, startGateway } from "../../end-to-end/gateway-process.ts";
import { temporaryFolder } from "../../networks/harness.ts";
import { programPath, sourceFlags } from "../stdio/program-command.ts";

const systemProgram = "11111111111111111111111111111111";
const wrappedNative = "So11111111111111111111111111111111111111112";
const wallet = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";

/** Makes a client ask for a version; the SDK's own always asks for its newest. */
function askFor(transport: Transport, version: string): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, options) => {
    if (isInitializeRequest(message)) message.params.protocolVersion = version;
    return send(message, options);
  };
  return transport;
}

type TextResult = { content: { type: string; text: string }[]; isError?: boolean };

/** What every client must be able to do, over either transport. */
async function useEverything(client: Client): Promise<void> {
  expect(client.getServerVersion()).to.include({ name: "svm-gateway" });
  expect(client.getInstructions()).to.include("localnet-b");
  await client.ping();
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).to.deep.equal(tools.map(({ name }) => name));

  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as TextResult;
  const account = await call("getAccountInfo", { pubkey: systemProgram, network: "localnet" });
  expect(JSON.parse(account.content[0]?.text ?? "")).to.have.nested.property("value.executable", true);
  const funded = await call("requestAirdrop", { pubkey: wallet, lamports: 5_000_000 });
  expect(funded.isError).to.equal(undefined);
  const supply = await call("getTokenSupply", { mint: wrappedNative });
  // As the ledger writes it: parsed and written again it would be 0.
  expect(supply.content[0]?.text).to.include('"uiAmount":0.0,');
  const both = await call("getHealth", { network: "all" });
  expect(both.content[0]?.text).to.equal('{"localnet":"ok","localnet-b":"ok"}');
  const failed = await call("getTokenAccountBalance", { accountAddress: systemProgram });
  expect(failed.isError).to.equal(true);
  expect(failed.content[1]?.text).to.match(/^What to do: /);
  const refused = await call("getBalance", { pubkey: "zzz" }).catch(String);
  expect(refused).to.match(/pubkey must be .*Right arguments, for example: /s);

  const { resources } = await client.listResources();
  const page = await client.readResource({ uri: resources.at(-1)?.uri ?? "" });
  expect(page.contents).to.have.length(1);
  const { prompts } = await client.listPrompts();
  const prompt = await client.getPrompt({ name: prompts[0]?.name ?? "", arguments: { address: wallet } });
  expect(JSON.stringify(prompt.messages)).to.include(wallet);
  const many = await Promise.all(Array.from({ length: 50 }, () => call("getSlot", {})));
  expect(new Set(many.map(({ isError }) => isError))).to.deep.equal(new Set([undefined]));
}

describe("the protocol's own client", function () {
  this.timeout(60_000);
  let served: ServedGateway;
  let folder: string;
  before(async () => {
    folder = temporaryFolder();
    served = await startGateway(["web", "--local"], {
      config: { server_config: { rate_limit: { enabled: false } }, log: { level: "error" } },
    });
  });
  after(async () => {
    await served.process.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
    it(`uses everything over HTTP, version ${version}`, async () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/api/mcp`));
      const client = new Client({ name: "test", version: "1" });
      await client.connect(askFor(transport as Transport, version));
      expect(transport.sessionId).to.equal(undefined);
      expect(transport.protocolVersion).to.equal(version === "2024-10-07" ? "2024-11-05" : version);
      await useEverything(client);
      await client.close();
    });

    it(`uses everything over standard input and output, version ${version}`, async () => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [...sourceFlags, programPath, "stdio", "--local", "--log-level", "error"],
        cwd: folder,
        stderr: "ignore",
      });
      const faults: Error[] = [];
      const client = new Client({ name: "test", version: "1" });
      client.onerror = (fault) => faults.push(fault);
      await client.connect(askFor(transport, version));
      await useEverything(client);
      await client.close();
      // A line that is no message of the protocol would have been told.
      expect(faults).to.deep.equal([]);
    });
  }
});
