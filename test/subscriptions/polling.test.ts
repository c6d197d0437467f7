import { expect } from "chai";
import { account, addresses, signature, useSocketUpstreams } from "./harness.ts";
import type { SocketUpstream } from "./socket-upstream.ts";

const [address, other] = addresses;
const unsupported = '{"code":-32601,"message":"Method not found"}';

/** Refuses a subscription from the start. */
function refusing(method: string) {
  return {
    prepare: ([upstream]: readonly SocketUpstream[]) => void upstream?.refusals.set(method, unsupported),
  };
}

function asked(upstream: SocketUpstream, method: string, times = 1): Promise<void> {
  const count = () => upstream.calls.filter((call) => call.method === method).length;
  const before = count();
  return upstream.until(() => count() >= before + times, `${times} calls of ${method}`);
}

describe("subscriptions that no upstream offers", () => {
  const upstreams = useSocketUpstreams();

  it("report a program's accounts that change or appear, not those that existed", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("programSubscribe"));
    const keyed = (key: string, lamports: number) => `{"account":${account(lamports)},"pubkey":"${key}"}`;
    const lists = (...accounts: string[]) =>
      upstream.answers.set("getProgramAccounts", () => upstream.inContext(`[${accounts.join()}]`));
    lists(keyed(address, 1));
    const client = await gateway.connect();
    const id = await client.subscribe("programSubscribe", "11111111111111111111111111111111");
    await asked(upstream, "getProgramAccounts");
    lists(keyed(address, 2));
    await client.notification(id);
    lists(keyed(address, 2), keyed(other, 3));
    await client.notification(id, 2);
    expect(
      client.notifications(id).map(({ text }) => /"value":(.*),"subscription"/.exec(text)?.[1]),
    ).to.deep.equal([
      `{"pubkey":"${address}","account":${account(2)}}}`,
      `{"pubkey":"${other}","account":${account(3)}}}`,
    ]);
  });

  it("report a deleted account as nodes do", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("accountSubscribe"));
    upstream.answers.set("getMultipleAccounts", () => upstream.inContext(`[${account(1)}]`));
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address, { encoding: "base64" });
    await asked(upstream, "getMultipleAccounts", 2);
    upstream.answers.set("getMultipleAccounts", () => upstream.inContext("[null]"));
    const { json } = await client.notification(id);
    expect(json.params.result.value).to.include({ lamports: 0, owner: "11111111111111111111111111111111" });
    await asked(upstream, "getMultipleAccounts", 3);
    expect(client.notifications(id)).to.have.length(1);
  });

  it("ask for many accounts with one call", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("accountSubscribe"));
    const client = await gateway.connect();
    for (const key of addresses) await client.subscribe("accountSubscribe", key);
    const ofAll = () =>
      upstream.calls.find(({ params }) => (params?.[0] as unknown[])?.length === addresses.length);
    await upstream.until(() => ofAll() !== undefined, "a call for all accounts");
    expect(ofAll()?.params[0]).to.have.members([...addresses]);
    expect(ofAll()?.params[1]).to.deep.equal({ commitment: "finalized", encoding: "binary" });
  });

  it("report the outcome of a signature, and end", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("signatureSubscribe"));
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature);
    upstream.answers.set("getSignatureStatuses", () =>
      upstream.inContext('[{"slot":1,"confirmations":null,"err":null,"confirmationStatus":"finalized"}]'),
    );
    expect((await client.notification(id)).json.params.result.value).to.deep.equal({ err: null });
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 0 });
    expect(gateway.hub.countByNetwork("polled")).to.deep.equal({ scripted: 0 });
  });

  it("read logs from blocks, those of votes only if they are asked for", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("logsSubscribe"));
    const vote = "Vote111111111111111111111111111111111111111";
    const entry = (name: string, program: string) =>
      `{"meta":{"err":null,"logMessages":["${name}"]},"transaction":{"signatures":["${name}"],"message":{"accountKeys":["${address}","${program}"],"instructions":[{"programIdIndex":1}]}}}`;
    upstream.answers.set(
      "getBlock",
      ([slot]) => `{"transactions":[${entry(`v${slot}`, vote)},${entry(`t${slot}`, other)}]}`,
    );
    const client = await gateway.connect();
    const all = await client.subscribe("logsSubscribe", "all", { commitment: "confirmed" });
    const votes = await client.subscribe("logsSubscribe", "allWithVotes", { commitment: "confirmed" });
    const mentions = await client.subscribe(
      "logsSubscribe",
      { mentions: [other] },
      { commitment: "confirmed" },
    );
    await asked(upstream, "getSlot", 6);
    upstream.slot = 1002;
    await client.notification(votes, 4);
    await client.notification(all, 2);
    await client.notification(mentions, 2);
    const names = (id: number) =>
      client.notifications(id).map(({ json }) => json.params.result.value.signature);
    expect(names(all)).to.deep.equal(["t1001", "t1002"]);
    expect(names(votes)).to.deep.equal(["v1001", "t1001", "v1002", "t1002"]);
    expect(names(mentions)).to.deep.equal(["t1001", "t1002"]);
    // Three subscriptions look at each block, which is fetched once.
    expect(upstream.calls.filter(({ method }) => method === "getBlock")).to.have.length(2);
  });

  it("report every root, though polls are further apart", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("rootSubscribe"));
    const client = await gateway.connect();
    const id = await client.subscribe("rootSubscribe");
    await client.notification(id);
    upstream.answers.set("getBlocks", () => "[969,971,972]");
    upstream.slot = 1004;
    await client.notification(id, 4);
    expect(client.notifications(id).map(({ json }) => json.params.result)).to.deep.equal([
      968, 969, 971, 972,
    ]);
  });

  it("go on when polls fail for a while, and report what changed meanwhile", async () => {
    const { gateway, upstream } = await upstreams.start(refusing("accountSubscribe"));
    const good = () => upstream.inContext(`[${account(1)}]`);
    upstream.answers.set("getMultipleAccounts", good);
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    await asked(upstream, "getMultipleAccounts", 2);
    upstream.answers.delete("getMultipleAccounts");
    await asked(upstream, "getMultipleAccounts", 2);
    upstream.answers.set("getMultipleAccounts", () => upstream.inContext(`[${account(2)}]`));
    expect((await client.notification(id)).json.params.result.value.lamports).to.equal(2);
    expect(gateway.events.failures.length).to.be.greaterThan(0);
  });
});
