import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createSolanaRpc } from "@solana/kit";
import { Connection } from "@solana/web3.js";
import { expect } from "chai";
import { RawJson } from "../../src/json/raw-json.ts";
import { type ErrorKind, type ErrorRow, errorTable } from "../../src/rpc/error-table.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { watchChild } from "../child-process.ts";
import { itWith } from "../needed-programs.ts";
import { installTimeoutMs, pythonWith } from "../python-environment.ts";
import { type ServedHttp, serveHttp } from "../transports/http/harness.ts";

type Kind = Exclude<ErrorKind, "ledger">;

/** Every error of the gateway that has a reason. */
const kinds = (Object.entries(errorTable) as [ErrorKind, ErrorRow][])
  .filter(([, { reason }]) => reason !== undefined)
  .map(([kind]) => kind as Kind);

const messageOf = (kind: Kind) => `The gateway says ${kind}: try again later.`;

/** What a client's user sees: the messages of the fault and of its causes. */
function textOf(caught: unknown): string {
  return caught instanceof Error ? `${caught.name}: ${caught.message} ${textOf(caught.cause)}` : "";
}

async function shownBy(call: Promise<unknown>): Promise<string> {
  try {
    return `answered ${String(await call)}`;
  } catch (caught) {
    return textOf(caught);
  }
}

/** A Python program with solana-py in it: prints what its user sees of the address of each line. */
interface Python {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: AsyncIterator<string>;
}

describe("errors of the gateway, as users of ledger clients see them", () => {
  let served: ServedHttp;
  let running: Python | undefined;
  before(async () => {
    served = await serveHttp(({ network }) => {
      throw RpcError.of(network as Kind, messageOf(network as Kind));
    });
  });
  after(async () => {
    running?.child.stdin.end();
    await served.close();
  });

  const endpoint = (kind: Kind) => `${served.url}/networks/${kind}`;

  it("are all of the server errors", () => {
    const serverErrors = Object.entries(errorTable).filter(([, { code }]) => code === -32000);
    expect(kinds).to.have.members(serverErrors.map(([kind]) => kind));
  });

  for (const kind of kinds) {
    it(`${kind}: @solana/kit shows the message`, async () => {
      const shown = await shownBy(createSolanaRpc(endpoint(kind)).getSlot().send());
      expect(shown)
        .to.include(messageOf(kind))
        .and.to.match(/^SolanaError/);
    });

    it(`${kind}: @solana/web3.js shows the message`, async () => {
      const connection = new Connection(endpoint(kind), { disableRetryOnRateLimit: true });
      expect(await shownBy(connection.getSlot())).to.include(messageOf(kind));
    });
  }

  /** Started by the first test that asks for it: its packages may have to be installed. */
  async function startPython(): Promise<Python> {
    const { python, env } = await pythonWith("solana==0.36.12", "solders==0.27.1");
    const program = fileURLToPath(new URL("solana_py_errors.py", import.meta.url));
    const child = watchChild(spawn(python, [program], { env, timeout: 120_000 }));
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
  }

  for (const kind of kinds) {
    itWith("python3", `${kind}: solana-py shows the message`, async function () {
      this.timeout(installTimeoutMs);
      running ??= await startPython();
      running.child.stdin.write(`${endpoint(kind)}\n`);
      expect((await running.lines.next()).value).to.include(messageOf(kind));
    });
  }

  it("keep their own code and status line in the gateway dialect", async () => {
    const local = await serveHttp(() => {
      throw RpcError.of("rateLimited", "Too many.");
    });
    const response = await local.post("/", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
    const { error } = (await response.json()) as { error: { code: number } };
    expect([response.statusText, error.code]).to.deep.equal(["Too Many Requests", -32000]);
    await local.close();
  });

  it("have -32603 and their reason; a ledger's own -32000 stays as it is", async () => {
    const own = await served.post("/networks/atCapacity", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
    expect(((await own.json()) as { error: unknown }).error).to.deep.equal({
      code: -32603,
      message: messageOf("atCapacity"),
      data: { reason: "at-capacity" },
    });
    const wire = '{"code":-32000,"message":"daily request count exceeded"}';
    const ledger = await serveHttp(() => {
      throw RpcError.fromLedger(-32000, "daily request count exceeded", RawJson.fromText(wire));
    });
    const answer = await ledger.post("/networks/a", '{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
    expect(await answer.text()).to.equal(`{"jsonrpc":"2.0","error":${wire},"id":1}`);
    await ledger.close();
  });
});
