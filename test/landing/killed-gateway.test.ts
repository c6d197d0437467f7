import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { leaseMs, syncMs } from "../../src/landing/kept-transactions.ts";
import { readTransaction } from "../../src/transaction/read-transaction.ts";
import { ScriptedUpstream, until } from "../faults/upstream-harness.ts";
import { configFor, type ServedGateway, startGateway } from "../gateway-process.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { makeTransaction } from "../transaction/made-transactions.ts";

/** A node that takes every transaction, and never includes one. */
async function startNode(): Promise<ScriptedUpstream> {
  const node = await new ScriptedUpstream(({ method, params }) => {
    const inContext = (value: string) => `{"context":{"slot":1032},"value":${value}}`;
    const [first] = params as [never];
    if (method === "getSignatureStatuses")
      return inContext(`[${(first as string[]).map(() => "null").join()}]`);
    if (method === "isBlockhashValid") return inContext("true");
    return `"${readTransaction(Buffer.from(first, "base64")).signature}"`;
  }).start();
  return node;
}

/** One of them may still be under way when a gateway ends. */
const sends = (node: ScriptedUpstream) => node.count("sendTransaction");

/** Sends a transaction with `land`, and gives its signature once that is the answer. */
async function land({ post }: ServedGateway): Promise<string> {
  const wire = await makeTransaction();
  const answer = await post(
    "/",
    `{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":["${wire}",{"encoding":"base64"}]}`,
    { "x-send": "land" },
  );
  return ((await answer.json()) as { result: string }).result;
}

async function fateAt({ url }: ServedGateway, signature: string): Promise<string> {
  return ((await (await fetch(`${url}/transactions/${signature}`)).json()) as { status: string }).status;
}

/** How often a gateway has sent pending transactions again. */
async function sendsOf({ url }: ServedGateway): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^svm_gateway_transaction_sends_total\{.*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe("a gateway that is killed @long", function () {
  this.timeout(90_000);

  it("leaves what it took to the next one, from the moment at which it answered", async () => {
    const node = await startNode();
    const settings = { state_file: join(temporaryFolder(), "state.json") };
    const start = () =>
      startGateway(["serve", "--ws-port", "0"], {
        config: configFor({ one: { rpc_url: node.url } }, settings),
      });
    const first = await start();
    const signature = await land(first);
    await first.process.stop("SIGKILL");
    const before = sends(node);
    const second = await start();
    await until(() => sends(node) > before + 1, "the next gateway sends it");
    expect(await fateAt(second, signature)).to.equal("pending");
    await second.process.stop();
    await node.stop();
  });
});

describeWith("redis-server", "gateways on one Redis @long", function () {
  this.timeout(90_000);
  let redis: RedisServer;
  let node: ScriptedUpstream;
  before(async () => {
    [redis, node] = await Promise.all([new RedisServer().start(), startNode()]);
  });
  after(async () => {
    await Promise.all([redis.stop(), node.stop()]);
  });

  /** Two gateways, of which the first has a pending transaction. */
  async function startTwo() {
    const config = configFor({ one: { rpc_url: node.url } }, { redis: { url: redis.url } });
    const start = () => startGateway(["serve", "--ws-port", "0"], { config });
    const [first, second] = await Promise.all([start(), start()]);
    return { first, second, signature: await land(first) };
  }

  it("tell the fate of what another sends, and send it within 10 s when that one is killed", async () => {
    expect(leaseMs + syncMs).to.be.below(10_000);
    const { first, second, signature } = await startTwo();
    expect(await fateAt(first, signature)).to.equal("pending");
    // A gateway that has just started may not be connected to Redis yet: its next sync tells the others.
    while ((await fateAt(second, signature)) !== "pending") await nextTurn();
    await first.process.stop("SIGKILL");
    const before = sends(node);
    await until(() => sends(node) > before + 1, "the second sends it");
    expect(await sendsOf(second)).to.be.above(0);
    await second.process.stop();
  });
});
