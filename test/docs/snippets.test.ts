import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import * as kit from "@solana/kit";
import { expect } from "chai";
import { transformSync } from "esbuild";
import type { JsonValue } from "../../codegen/contract/json-value.ts";
import { paramsByName, requestBody } from "../../docs/playground/call/call-values.ts";
import { exampleValues } from "../../docs/playground/call/example-values.ts";
import { ledgerParams } from "../../docs/playground/call/ledger-form.ts";
import libraries from "../../docs/playground/snippets/library-calls.json" with { type: "json" };
import { writeClient } from "../../docs/playground/snippets/write-client.ts";
import { shellWord, writeCurl } from "../../docs/playground/snippets/write-curl.ts";
import { writeKit } from "../../docs/playground/snippets/write-kit.ts";
import { pythonText, writePython } from "../../docs/playground/snippets/write-python.ts";
import { writeToolCall } from "../../docs/playground/snippets/write-tool-call.ts";
import { writeWeb3 } from "../../docs/playground/snippets/write-web3.ts";
import { writeWebSocket } from "../../docs/playground/snippets/write-websocket.ts";
import { findLibraryCalls, sentBy } from "../../scripts/library-calls.ts";
import { createClient } from "../../src/client/create-client.ts";
import { itWith } from "../needed-programs.ts";
import { installTimeoutMs, pythonWith } from "../python-environment.ts";
import { examples, method, snippetCall } from "./harness.ts";
import { asked, askedByForm, awkwardTexts, snippetCalls } from "./snippet-calls.ts";

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

const ledgerCalls = snippetCalls.filter(({ call: { method: of } }) => of.kind === "ledger");

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

  itWith("curl", "of curl send exactly the request that the playground sends", async () => {
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

  it("quote any value for the shell", () => {
    for (const text of awkwardTexts) {
      expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" })).to.equal(text);
    }
  });

  it("of the typed client call the same method with the same parameters", async () => {
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

  it("of kit send a node the same request as the form, for every call that it can write @long", async () => {
    const tried = new Set<string>();
    for (const { title, call } of ledgerCalls) {
      const code = writeKit(call);
      if (code === undefined) continue;
      tried.add(call.method.name);
      let sent: { method: string; params: JsonValue[] } | undefined;
      const createSolanaRpc = () =>
        kit.createSolanaRpcFromTransport((async ({ payload }: { payload: never }) => {
          sent = payload;
          throw new Error("recorded");
        }) as never);
      await run(code, { ...kit, createSolanaRpc }).catch((error: Error) => {
        if (error.message !== "recorded") throw new Error(`${title}: ${error.message}\n${code}`);
      });
      expect(sent?.method, code).to.equal(call.method.name);
      const params = JSON.parse(
        JSON.stringify(sent?.params, (_key, value) => (typeof value === "bigint" ? Number(value) : value)),
      );
      expect(asked(call.method, params), `${title}\n${code}`).to.deep.equal(askedByForm(call));
    }
    expect(tried.size).to.be.greaterThan(45);
  });

  it("of web3.js send a node the same request as the form, for every call that it can write @long", async () => {
    const tried = new Set<string>();
    for (const { title, call } of ledgerCalls) {
      const code = writeWeb3(call);
      if (code === undefined) continue;
      tried.add(call.method.name);
      const sent = await sentBy(code);
      expect(sent?.method, code).to.equal(call.method.name);
      const params = (sent?.params ?? []) as JsonValue[];
      expect(asked(call.method, params), `${title}\n${code}`).to.deep.equal(askedByForm(call));
    }
    expect(tried.size).to.be.greaterThan(36);
  });

  itWith(
    "python3",
    "of Python send the same request as the form, with solana-py if it can",
    async function () {
      this.timeout(installTimeoutMs);
      const { python, env } = await pythonWith("solana==0.36.12", "solders==0.27.1");
      const written = snippetCalls
        .filter(({ call: { method: of } }) => of.kind === "ledger")
        .map(({ title, call }) => ({
          title,
          call,
          code: writePython({ ...call, gateway: url, defaultNetwork: "localnet" }),
        }));
      const bySolanaPy = written.filter(({ code }) => code.includes("solana.rpc"));
      expect(bySolanaPy.length).to.be.greaterThan(50);
      // One process for all: each snippet alone would spend a second on its imports.
      const program =
        "import json, sys\nfor code in json.load(sys.stdin):\n  try: exec(code, {})\n  except Exception as fault: print(repr(fault))\n  print('-')";
      const child = execFile(python, ["-c", program], { env, timeout: 120_000 });
      const ended = once(child, "exit");
      child.stdin?.end(JSON.stringify(written.map(({ code }) => code)));
      await ended;
      expect(received.length).to.equal(written.length);
      for (const [index, { title, call, code }] of written.entries()) {
        const { path, body } = received[index] ?? { path: "", body: "{}" };
        const { method: name, params = [] } = JSON.parse(body);
        expect(name, code).to.equal(call.method.name);
        if (path === "/networks/localnet")
          expect(asked(call.method, params), `${title}\n${code}`).to.deep.equal(askedByForm(call));
        else expect(body).to.equal(requestBody(name, paramsByName(call.method, call.values)));
      }
    },
  );

  itWith("python3", "of Python can contain any text", async function () {
    this.timeout(installTimeoutMs);
    const { python, env } = await pythonWith("solana==0.36.12", "solders==0.27.1");
    const code = `import json\nprint(json.dumps([${awkwardTexts.map(pythonText).join(", ")}]))`;
    const { stdout } = await promisify(execFile)(python, ["-c", code], { env });
    expect(JSON.parse(stdout)).to.deep.equal(awkwardTexts);
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
    const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
    const write = (name: string, values: Readonly<Record<string, string>>) => {
      const call = {
        ...snippetCall(method(name), method(name).examples[0] as never),
        values: new Map(Object.entries(values)),
      };
      return { kit: writeKit(call), web3: writeWeb3(call) };
    };
    const programId = JSON.stringify(program);
    for (const filters of ['["tokenAccountState"]', '[{"memcmp":{"offset":0,"bytes":[1]}}]'])
      expect(write("getProgramAccounts", { programId, filters })).to.deep.equal({
        kit: undefined,
        web3: undefined,
      });
    expect(write("getTokenAccountsByOwner", { ownerAddress: programId })).to.deep.equal({
      kit: undefined,
      web3: undefined,
    });
    expect(write("getAccountInfo", { pubkey: programId, encoding: '"base58"' }).web3).to.equal(undefined);
    expect(write("getVoteAccounts", { votePubkey: programId }).web3).to.equal(undefined);
    const balance = method("getBalance");
    const list = method("listSvmNetworks");
    expect(writeKit(snippetCall(balance, balance.examples[0] as never, "all"))).to.equal(undefined);
    expect(writeWeb3(snippetCall(balance, balance.examples[0] as never, "all"))).to.equal(undefined);
    expect(writeKit(snippetCall(list, list.examples[0] as never))).to.equal(undefined);
  });

  it("come from a table of what the installed libraries offer", async () => {
    expect(libraries, "run `npx tsx scripts/library-calls.ts`").to.deep.equal(await findLibraryCalls());
  });
});
