import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import * as kit from "@solana/kit";
import { expect } from "chai";
import { transformSync } from "esbuild";
import { paramsByName } from "../../docs/playground/call/call-values.ts";
import { exampleValues } from "../../docs/playground/call/example-values.ts";
import { ledgerParams } from "../../docs/playground/call/ledger-form.ts";
import libraries from "../../docs/playground/snippets/library-calls.json" with { type: "json" };
import { writeClient } from "../../docs/playground/snippets/write-client.ts";
import { shellWord, writeCurl } from "../../docs/playground/snippets/write-curl.ts";
import { writeKit } from "../../docs/playground/snippets/write-kit.ts";
import { writeToolCall } from "../../docs/playground/snippets/write-tool-call.ts";
import { writeWeb3 } from "../../docs/playground/snippets/write-web3.ts";
import { writeWebSocket } from "../../docs/playground/snippets/write-websocket.ts";
import { findLibraryCalls, sentBy } from "../../scripts/library-calls.ts";
import { createClient } from "../../src/client/create-client.ts";
import { examples, method, snippetCall } from "./harness.ts";

/** Runs code with these names in reach; its imports are left out. */
async function run(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const { code: script } = transformSync(code, {
    loader: "ts",
    target: "es2022",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const body = script.replace(/^import .*$/gm, "");
  const start = new Function(...Object.keys(names), `return (async () => {${body}\n})();`);
  await start(...Object.values(names));
}

/** JSON with 64-bit numbers as the ledger reads them: digits, whether they came as number or bigint. */
function plain(text: string): unknown {
  return JSON.parse(
    text.replace(
      /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
      (whole, quoted) => quoted ?? `"#${whole}"`,
    ),
  );
}

const ledgerExamples = examples.filter(({ method: { kind } }) => kind === "ledger");

describe("the snippets of the playground", () => {
  let server: Server;
  let url: string;
  let received: { path: string; body: string }[];

  before(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      received.push({ path: request.url ?? "", body });
      response.setHeader("content-type", "application/json");
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"recorded"}}');
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    received = [];
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  it("of curl send exactly the request that the playground sends", async () => {
    const call = {
      ...snippetCall(method("getProgramAccounts"), method("getProgramAccounts").examples[0] as never),
      gateway: url,
    };
    await promisify(execFile)("sh", ["-c", writeCurl(call)]);
    expect(received).to.deep.equal([
      {
        path: "/?network=localnet",
        body: `{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":${paramsByName(call.method, call.values)}}`,
      },
    ]);
  });

  it("quote for the shell whatever stands in a value", () => {
    for (const text of ["it's", "a b", "$(x)", "`y`", '"', "\\", "", "plain", "new\nline"]) {
      expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })).to.equal(text);
    }
  });

  it("of the typed client ask for the same method with the same parameters", async () => {
    for (const { method: of, example } of examples.filter(
      ({ method: { kind } }) => kind !== "subscribe" && kind !== "unsubscribe",
    )) {
      received = [];
      const call = { ...snippetCall(of, example), gateway: url };
      await run(writeClient(call), {
        createClient: (options: { url: string }) => createClient({ ...options, retries: 0 }),
      }).catch(() => undefined);
      const [sent] = received;
      const wanted = paramsByName(of, call.values);
      expect(sent, of.name).to.not.equal(undefined);
      const { method: name, params } = plain(sent?.body ?? "{}") as { method: string; params?: unknown };
      expect(name).to.equal(of.name);
      expect(params ?? {}, `${of.name}: ${example.name}`).to.deep.equal(plain(wanted === "" ? "{}" : wanted));
    }
  });

  it("of kit send what a node would get", async () => {
    const tried = new Set<string>();
    for (const { method: of, example } of ledgerExamples) {
      const code = writeKit(snippetCall(of, example));
      if (code === undefined) continue;
      tried.add(of.name);
      let sent: { method: string; params: unknown[] } | undefined;
      const createSolanaRpc = () =>
        kit.createSolanaRpcFromTransport((async ({ payload }: { payload: never }) => {
          sent = payload;
          throw new Error("recorded");
        }) as never);
      await run(code, { ...kit, createSolanaRpc }).catch((error: Error) => {
        if (error.message !== "recorded") throw new Error(`${of.name}: ${error.message}\n${code}`);
      });
      expect(sent?.method, code).to.equal(of.name);
      const wanted = JSON.parse(ledgerParams(of, exampleValues(of, example)) || "[]") as unknown[];
      // Kit adds its own default commitment; what the caller gave must be there.
      const got = JSON.parse(
        JSON.stringify(sent?.params, (_key, value) => (typeof value === "bigint" ? Number(value) : value)),
      );
      for (const [index, value] of wanted.entries()) {
        if (typeof value === "object" && value !== null && !Array.isArray(value)) {
          // "finalized" is what it leaves out, as the ledger assumes it.
          const fields = Object.fromEntries(
            Object.entries(value).filter(([key, each]) => key !== "commitment" || each !== "finalized"),
          );
          expect(got[index] ?? {}, `${of.name}: ${example.name}`).to.deep.include(fields);
        } else expect(got[index], `${of.name}: ${example.name}`).to.deep.equal(value);
      }
    }
    expect(tried.size).to.be.greaterThan(45);
  });

  it("of web3.js ask for the same method", async () => {
    let tried = 0;
    for (const { method: of, example } of ledgerExamples) {
      const code = writeWeb3(snippetCall(of, example));
      if (code === undefined) continue;
      tried += 1;
      expect((await sentBy(code))?.method, code).to.equal(of.name);
    }
    expect(tried).to.be.greaterThan(60);
  });

  it("of a plain WebSocket send what the live page sends", () => {
    for (const { method: of, example } of examples.filter(({ method: { kind } }) => kind === "subscribe")) {
      const code = writeWebSocket(snippetCall(of, example)) ?? "";
      let sent = "";
      const socket: { onopen?: () => void } = {};
      class WebSocket {
        constructor(address: string) {
          expect(address).to.equal("ws://127.0.0.1:3000/networks/localnet");
          Object.assign(socket, {
            send: (text: string) => {
              sent = text;
            },
          });
          // biome-ignore lint/correctness/noConstructorReturn: the test holds on to the socket that the snippet makes.
          return socket as never;
        }
      }
      new Function("WebSocket", code)(WebSocket);
      socket.onopen?.();
      const params = ledgerParams(of, exampleValues(of, example));
      const { method: name, params: given } = JSON.parse(sent);
      expect([name, given]).to.deep.equal([of.name, params === "" ? undefined : JSON.parse(params)]);
    }
  });

  it("of tool clients name the method as tool, with the network as an argument", () => {
    const call = snippetCall(method("getBalance"), method("getBalance").examples[0] as never, "all");
    expect(JSON.parse(writeToolCall(call) ?? "")).to.deep.include({
      method: "tools/call",
      params: {
        name: "getBalance",
        arguments: { pubkey: "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri", network: "all" },
      },
    });
  });

  it("are not written for clients that cannot do it", () => {
    const balance = method("getBalance");
    const list = method("listSvmNetworks");
    expect(writeKit(snippetCall(balance, balance.examples[0] as never, "all"))).to.equal(undefined);
    expect(writeWeb3(snippetCall(balance, balance.examples[0] as never, "all"))).to.equal(undefined);
    expect(writeKit(snippetCall(list, list.examples[0] as never))).to.equal(undefined);
  });

  it("come from a table that holds what the installed libraries offer", async () => {
    expect(libraries, "run `npx tsx scripts/library-calls.ts`").to.deep.equal(await findLibraryCalls());
  }).timeout(30_000);
});
