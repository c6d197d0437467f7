import { expect } from "chai";
import { heardAgain } from "../../heard-again.ts";
import { EmbeddedLedger, signatureOf } from "./embedded-ledger.ts";
import { SocketGateway } from "./harness.ts";

describe("subscriptions over the embedded node", () => {
  let ledger: EmbeddedLedger;
  let gateway: SocketGateway;

  before(async () => {
    ledger = await EmbeddedLedger.start();
    const { rpcUrl, wsUrl } = ledger;
    gateway = await SocketGateway.start(
      { local: { rpcUrl, wsUrls: [wsUrl] } },
      { upstream: { poll_interval_ms: 100 } },
    );
  });

  after(() => gateway.close());

  it("notifies of account changes in the ledger's wire format", async () => {
    const client = await gateway.connect();
    const { id, json, text } = await heardAgain(async () => {
      const address = ledger.newAddress();
      const id = await client.subscribe("accountSubscribe", address, { encoding: "base64" });
      await ledger.send(address, 1_000_000);
      return { id, ...(await client.notification(id)) };
    });
    expect(json.method).to.equal("accountNotification");
    expect(json.params.result.value.lamports).to.equal(1_000_000);
    expect(text).to.match(
      /^\{"jsonrpc":"2.0","method":"accountNotification","params":\{"result":\{"context":/,
    );
    expect(text.endsWith(`,"subscription":${id}}}`)).to.equal(true);
    expect(await client.call("accountUnsubscribe", [id])).to.have.nested.property("json.result", true);
  });

  const polled = ["rootSubscribe", "slotsUpdatesSubscribe"];
  for (const method of ["slotSubscribe", ...polled]) {
    it(`notifies of three ${method.replace("Subscribe", "")} notifications in order`, async () => {
      const client = await gateway.connect();
      const id = await client.subscribe(method);
      await client.notification(id, 3);
      const slots = client
        .notifications(id)
        .filter(({ json }) => [undefined, "createdBank"].includes(json.params.result.type))
        .map(({ json }) => json.params.result.slot ?? json.params.result);
      expect(slots).to.deep.equal([...slots].sort((a, b) => a - b));
      expect(gateway.events.polled.includes(method)).to.equal(polled.includes(method));
    });
  }

  it("polls complete blocks in order", async () => {
    const client = await gateway.connect();
    const id = await client.subscribe("blockSubscribe", "all", { commitment: "confirmed" });
    await client.notification(id, 3);
    const slots = client.notifications(id).map(({ json }) => json.params.result.value.slot);
    expect(slots).to.deep.equal(slots.map((_, index) => slots[0] + index));
    const [first] = client.notifications(id);
    expect(first?.json.params.result.value.block).to.have.property("blockhash");
  });

  it("polls only blocks that mention an account, cut to its transactions", async () => {
    const client = await gateway.connect();
    const address = ledger.newAddress();
    const id = await client.subscribe(
      "blockSubscribe",
      { mentionsAccountOrProgram: address },
      { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 },
    );
    const signature = await ledger.send(address, 1_000_000);
    await ledger.send(ledger.newAddress(), 1_000_000);
    const { json } = await client.notification(id);
    const { block } = json.params.result.value;
    expect(block.transactions).to.have.length(1);
    expect(Buffer.from(block.transactions[0].transaction[0], "base64")).to.have.length.above(64);
    expect(await ledger.connection.getSignatureStatus(signature)).to.have.nested.property(
      "value.slot",
      json.params.result.value.slot,
    );
  });

  it("settles a signature that lands after the subscription, and ends the subscription", async () => {
    const client = await gateway.connect();
    const transaction = await ledger.transfer(ledger.newAddress(), 1_000_000);
    const signature = signatureOf(transaction);
    const id = await client.subscribe("signatureSubscribe", signature, {
      commitment: "confirmed",
    });
    await ledger.connection.sendRawTransaction(transaction.serialize());
    const { json } = await client.notification(id);
    expect(json.params.result.value).to.deep.equal({ err: null });
    expect((await client.call("signatureUnsubscribe", [id])).json.error.code).to.equal(-32602);
  });

  it("settles a signature that landed long before the subscription", async () => {
    const signature = await ledger.send(ledger.newAddress(), 1_000_000);
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature, { commitment: "processed" });
    const { json } = await client.notification(id);
    expect(json.params.result.value).to.deep.equal({ err: null });
  });

  it("notifies of logs", async () => {
    const client = await gateway.connect();
    const { json, signature } = await heardAgain(async () => {
      const address = ledger.newAddress();
      const id = await client.subscribe(
        "logsSubscribe",
        { mentions: [address] },
        { commitment: "confirmed" },
      );
      const signature = await ledger.send(address, 1_000_000);
      return { signature, json: (await client.notification(id)).json };
    });
    expect(json.params.result.value.signature).to.equal(signature);
    expect(json.params.result.value.logs).to.have.length(2);
  });

  it("notifies of a program's accounts once, though the node notifies twice", async () => {
    const client = await gateway.connect();
    const id = await client.subscribe("programSubscribe", "11111111111111111111111111111111", {
      encoding: "base64",
    });
    const address = await heardAgain(async () => {
      const sent = ledger.newAddress();
      await ledger.send(sent, 1_234_567);
      await client.until(({ json }) => json.params?.result?.value?.pubkey === sent);
      return sent;
    });
    const last = ledger.newAddress();
    await ledger.send(last, 7_654_321);
    await client.until(({ json }) => json.params?.result?.value?.pubkey === last);
    const told = client.notifications(id).filter(({ json }) => json.params.result.value.pubkey === address);
    expect(told).to.have.length(1);
  });

  it("reports that votes are not available", async () => {
    const client = await gateway.connect();
    const { json } = await client.call("voteSubscribe");
    expect(json.error.code).to.equal(-32601);
    expect(json.error.message).to.match(/voteSubscribe is not offered by the upstreams of local/);
  });
});
