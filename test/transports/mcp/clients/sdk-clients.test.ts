import { rmSync } from "node:fs";
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FormerStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FormerHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ElicitRequestSchema,
  isInitializeRequest,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import {
  handshakeVersions,
  statelessVersion,
} from "../../../../src/transports/mcp/tools/protocol-version.ts";
import { type ServedGateway, startGateway } from "../../../gateway-process.ts";
import { temporaryFolder } from "../../../networks/harness.ts";
import {
  assertLimitReport,
  assertReport,
  assertTold,
  limitedSettings,
  unreachableNetworks,
} from "./client-script.ts";
import { fundedTransfer } from "./funded-transfer.ts";
import { runPastLimit, runScript, type ScriptedClient } from "./run-script.ts";
import { stdioArguments } from "./stdio-program.ts";

const identity = { name: "test", version: "1" };
const capabilities = { elicitation: { form: {} } };

/** Makes a client of the former generation ask for a version; its own always asks for its newest. */
function askFor(transport: Transport, version: string): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message: JSONRPCMessage, options) => {
    if (isInitializeRequest(message)) message.params.protocolVersion = version;
    return send(message, options);
  };
  return transport;
}

/** What a test does with a connected client of either generation. */
type Use<Report> = (client: ScriptedClient, version: string, asked: readonly string[]) => Promise<Report>;

async function former<Report>(
  transport: Transport,
  version: string,
  use: Use<Report>,
  action: "accept" | "decline" = "decline",
): Promise<Report> {
  const asked: string[] = [];
  const client = new FormerClient(identity, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action };
  });
  await client.connect(askFor(transport, version));
  try {
    return await use(client as unknown as ScriptedClient, version, asked);
  } finally {
    await client.close();
  }
}

async function newest<Report>(
  transport: NewHttp | NewStdio,
  version: string,
  use: Use<Report>,
  action: "accept" | "decline" = "decline",
): Promise<Report> {
  const asked: string[] = [];
  const mode = version === statelessVersion ? { pin: version } : "legacy";
  const client = new NewClient(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action };
  });
  await client.connect(transport);
  try {
    return await use(client as unknown as ScriptedClient, client.getNegotiatedProtocolVersion() ?? "", asked);
  } finally {
    await client.close();
  }
}

/** Options under which a client of either generation is told how its call goes on. */
type WithProgress = { readonly onprogress: (progress: { progress: number; message?: string }) => void };

/** Gives a client each message in a turn of the event loop of its own: of a report and an answer read at once it drops the report. */
function oneByOne(transport: { onmessage?: ((...args: never) => void) | undefined } | undefined): void {
  const onmessage = transport?.onmessage;
  if (transport === undefined || onmessage === undefined) throw new Error("the client is not connected");
  transport.onmessage = (...args: never) => void setImmediate(() => onmessage(...args));
}

/** Sends a transaction by the tool, and gives what the client was told before its answer. */
function sendTold(call: (params: object, options: WithProgress) => Promise<object>, transaction: string) {
  const told: (string | undefined)[] = [];
  const params = { name: "sendAndConfirmTransaction", arguments: { transaction, network: "localnet" } };
  return call(params, { onprogress: ({ message }) => told.push(message) }).then((result) => ({
    told,
    text: JSON.stringify(result),
  }));
}

describe("the protocol's own clients @long", () => {
  let served: ServedGateway;
  let limited: ServedGateway;
  let folder: string;
  before(async () => {
    folder = temporaryFolder();
    served = await startGateway(["serve", "--local", "--ws-port", "0"], {
      config: {
        svm_networks: unreachableNetworks,
        server_config: { rate_limit: { enabled: false } },
        log: { level: "error" },
      },
    });
    limited = await startGateway(["serve", "--mock", "--ws-port", "0"], { config: limitedSettings });
  });
  after(async () => {
    await served?.process.stop();
    await limited?.process.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const address = () => new URL(`${served.url}/api/mcp`);
  const program = () => ({
    command: process.execPath,
    args: [...stdioArguments(served, folder)],
    cwd: folder,
    stderr: "ignore" as const,
  });

  for (const version of handshakeVersions) {
    it(`of the former generation, over HTTP, version ${version}`, async () => {
      assertReport(await former(new FormerHttp(address()) as Transport, version, runScript), version, false);
    });

    it(`of the former generation, over standard input and output, version ${version}`, async () => {
      assertReport(await former(new FormerStdio(program()), version, runScript), version, true);
    });
  }

  for (const version of [statelessVersion, handshakeVersions[0] ?? ""]) {
    it(`of the newest generation, over HTTP, version ${version}`, async () => {
      assertReport(
        await newest(new NewHttp(address()), version, runScript),
        version,
        version === statelessVersion,
      );
    });

    it(`of the newest generation, over standard input and output, version ${version}`, async () => {
      assertReport(await newest(new NewStdio(program()), version, runScript), version, true);
    });
  }

  describe("that ask for a transaction's progress", () => {
    /** Once the client is connected: its program may take longer to start than the transaction lives. */
    const signedNow = () => fundedTransfer(`${served.url}/networks/localnet`);

    for (const version of handshakeVersions)
      for (const [way, connect] of [
        ["HTTP", () => new FormerHttp(address()) as Transport],
        ["standard input and output", () => new FormerStdio(program())],
      ] as const)
        it(`receive it: the former generation, over ${way}, version ${version}`, async () => {
          const use: Use<Awaited<ReturnType<typeof sendTold>>> = async (scripted) => {
            const client = scripted as unknown as FormerClient;
            oneByOne(client.transport);
            const wire = await signedNow();
            return sendTold(
              (params, options) => client.callTool(params as never, undefined, options as never),
              wire,
            );
          };
          assertTold(await former(connect(), version, use, "accept"));
        });

    for (const version of [statelessVersion, handshakeVersions[0] ?? ""])
      for (const [way, connect] of [
        ["HTTP", () => new NewHttp(address())],
        ["standard input and output", () => new NewStdio(program())],
      ] as const)
        it(`receive it: the newest generation, over ${way}, version ${version}`, async () => {
          const use: Use<Awaited<ReturnType<typeof sendTold>>> = async (scripted) => {
            const client = scripted as unknown as NewClient;
            oneByOne(client.transport);
            const wire = await signedNow();
            return sendTold((params, options) => client.callTool(params as never, options as never), wire);
          };
          assertTold(await newest(connect(), version, use, "accept"));
        });
  });

  describe("that exceed the rate limit, over HTTP,", () => {
    const limitedAddress = () => new URL(`${limited.url}/api/mcp`);

    for (const version of handshakeVersions) {
      it(`continue after a refused call: the former generation, version ${version}`, async () => {
        const transport = new FormerHttp(limitedAddress()) as Transport;
        assertLimitReport(await former(transport, version, runPastLimit));
      });
    }

    for (const version of [statelessVersion, handshakeVersions[0] ?? ""]) {
      it(`continue after a refused call: the newest generation, version ${version}`, async () => {
        assertLimitReport(await newest(new NewHttp(limitedAddress()), version, runPastLimit));
      });
    }
  });
});
