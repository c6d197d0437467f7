import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { leaseMs, syncMs } from "../../src/landing/landing-storage.ts";
import { readTransaction } from "../../src/transaction/read-transaction.ts";
import { configFor, type ServedGateway, startGateway } from "../gateway-process.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { makeTransaction } from "../transaction/made-transactions.ts";
import { ScriptedUpstream, until } from "../upstream/harness.ts";

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
async function land({ post }: ServedGateway, transaction?: string): Promise<string> {
  const wire = transaction ?? (await makeTransaction());
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

  it("loses no transaction that it has answered: the next gateway takes it over", async () => {
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
  beforeEach(async () => {
    [redis, node] = await Promise.all([new RedisServer().start(), startNode()]);
  });
  afterEach(async () => {
    await Promise.all([redis.stop(), node.stop()]);
  });

  function startTwo(): Promise<[ServedGateway, ServedGateway]> {
    const config = configFor({ one: { rpc_url: node.url } }, { redis: { url: redis.url } });
    const start = () => startGateway(["serve", "--ws-port", "0"], { config });
    return Promise.all([start(), start()]);
  }

  it("know the fate of what the other sends, and send it within 10 s once that one is killed", async () => {
    expect(leaseMs + syncMs).to.be.below(10_000);
    const [first, second] = await startTwo();
    const signature = await land(first);
    expect(await fateAt(first, signature)).to.equal("pending");
    // A gateway that has just started may not be connected to Redis yet: its next sync tells the others.
    while ((await fateAt(second, signature)) !== "pending") await nextTurn();
    await first.process.stop("SIGKILL");
    const before = sends(node);
    await until(() => sends(node) > before + 1, "the second sends it");
    expect(await sendsOf(second)).to.be.above(0);
    await second.process.stop();
  });

  it("send bytes that both get at once from one only, and from the other once that one is killed", async () => {
    const both = await startTwo();
    const wire = await makeTransaction();
    const [signature, joined] = await Promise.all([land(both[0], wire), land(both[1], wire)]);
    expect(joined).to.equal(signature);
    const sendsOfBoth = () => Promise.all(both.map(sendsOf));
    /** Those that sent something while the node got five sends. */
    const senders = async () => {
      const [total, before] = [sends(node), await sendsOfBoth()];
      await until(() => sends(node) > total + 4, "it is sent");
      const after = await sendsOfBoth();
      return both.filter((_, at) => after[at] !== before[at]);
    };
    // Where Redis was slow to answer, both send until the next sync.
    let sending = await senders();
    while (sending.length > 1) sending = await senders();
    const holder = sending[0] ?? both[0];
    const other = holder === both[0] ? both[1] : both[0];
    const asClientsSend = () =>
      node.asked.filter(({ body }) => body.includes("sendTransaction") && !body.includes("maxRetries"))
        .length;
    const count = asClientsSend();
    for (const gateway of both) expect(await land(gateway, wire)).to.equal(signature);
    expect(asClientsSend()).to.equal(count);
    const before = await sendsOf(other);
    await holder.process.stop("SIGKILL");
    while ((await sendsOf(other)) <= before) await nextTurn();
    expect(await fateAt(other, signature)).to.equal("pending");
    await other.process.stop();
  });
});
