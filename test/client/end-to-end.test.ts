import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Keypair, SystemProgram, Transaction } from "@solana/web3.js";
import { expect } from "chai";
import { type Client, createClient } from "../../src/client/create-client.ts";
import { isRpcError, SvmGatewayError } from "../../src/client/shared/svm-gateway-error.ts";
import { createHttpTransport } from "../../src/transports/http/http-transport.ts";
import { createCallHeaderReader } from "../../src/transports/shared/call-headers.ts";
import { RequestBodies } from "../../src/transports/shared/request-bodies.ts";
import { type EmbeddedNode, startNode } from "../embedded-node.ts";
import { heardAgain } from "../heard-again.ts";
import { account, addresses } from "../subscriptions/harness.ts";
import { SocketUpstream } from "../subscriptions/socket-upstream.ts";
import { pages } from "../transports/pages.ts";
import { SocketGateway } from "../transports/websocket/harness.ts";
import { rejection } from "./harness.ts";

/** The gateway's JSON-RPC side, served on a free port. */
async function serve({ live: { service } }: SocketGateway): Promise<Server> {
  const { serverConfig } = service.config;
  const server = createHttpTransport({
    ...service,
    mode: "rpc",
    bodies: new RequestBodies({
      maxBodyBytes: serverConfig.maxBodyBytes,
      maxBodyBytesInFlight: service.shares.bodies,
    }),
    readCallHeaders: createCallHeaderReader(service.sessions, service.config.consistency),
    handlers: pages,
    reportError: (error) => {
      if (error.kind === "internal") throw error;
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Gives an account numbers that a double cannot hold. */
async function setAccount(node: EmbeddedNode, pubkey: string, lamports: bigint): Promise<void> {
  const account = `{"lamports":${lamports},"rentEpoch":18446744073709551615}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"surfnet_setAccount","params":["${pubkey}",${account}]}`;
  const answer = await fetch(node.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(await answer.text()).to.contain('"result"');
}

describe("the client, the gateway and a ledger together", () => {
  const nodes: EmbeddedNode[] = [];
  let gateway: SocketGateway;
  let server: Server;
  let client: Client;
  before(async () => {
    nodes.push(...(await Promise.all([startNode(), startNode()])));
    const [a, b] = nodes.map(({ rpcUrl, wsUrl }) => ({ rpcUrl, wsUrls: [wsUrl] }));
    if (a === undefined || b === undefined) throw new Error("no nodes");
    const gone = { rpcUrl: "http://127.0.0.1:9", wsUrls: ["ws://127.0.0.1:9"] };
    gateway = await SocketGateway.start({ a, b, gone }, { upstream: { poll_interval_ms: 100 } });
    for (const id of ["a", "b", "gone"]) await gateway.live.call("enableSvmNetwork", [id]);
    server = await serve(gateway);
    const { port } = server.address() as AddressInfo;
    client = createClient({ url: `http://127.0.0.1:${port}`, wsUrl: gateway.url });
  });
  after(async () => {
    client.close();
    server.closeAllConnections();
    server.close();
    await gateway.close();
  });

  it("read an account exactly", async () => {
    const pubkey = Keypair.generate().publicKey.toBase58();
    for (const node of nodes) await setAccount(node, pubkey, 9007199254740993n);
    expect((await client.getBalance({ pubkey })).value).to.equal(9007199254740993n);
    const { context, value } = await client.on("b").getAccountInfo({ pubkey });
    expect(context.slot).to.be.a("bigint");
    expect(value).to.deep.equal({
      data: ["", "base64"],
      executable: false,
      lamports: 9007199254740993n,
      owner: "11111111111111111111111111111111",
      rentEpoch: 18446744073709551615n,
      space: 0n,
    });
  });

  it("ask every network at once, a dead one too", async () => {
    const slots = await client.on("all").getSlot({ commitment: "processed" });
    expect(Object.keys(slots)).to.have.members(["a", "b", "gone"]);
    const { a, b, gone } = slots;
    for (const slot of [a, b]) {
      expect(slot).not.to.be.instanceOf(SvmGatewayError);
      expect(slot).to.have.property("value").that.is.a("bigint");
    }
    expect(gone).to.be.instanceOf(SvmGatewayError);
    expect(gone).to.include({ kind: "rpc", code: -32000, network: "gone" });
  });

  it("answer a batch of different methods", async () => {
    const [slot, rent, version, genesis] = await client.batch((call) => [
      call.getSlot(),
      call.getMinimumBalanceForRentExemption({ dataSize: 165 }),
      call.getVersion(),
      call.getGenesisHash(),
    ]);
    // What is finalized is still 0 where slots are long.
    expect(slot.value).to.be.a("bigint");
    expect(rent.value).to.equal(2039280n);
    expect(version["chain-core"]).to.be.a("string");
    expect(genesis.value).to.be.a("string");
  });

  it("send a transaction, and see it land", async () => {
    const payer = Keypair.generate();
    const receiver = Keypair.generate().publicKey;
    const pubkey = payer.publicKey.toBase58();
    const airdrop = await client.requestAirdrop({ pubkey, lamports: 2_000_000_000n });
    expect(airdrop).to.be.a("string");
    const { value } = await client.getLatestBlockhash();
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      blockhash: value.blockhash,
      lastValidBlockHeight: Number(value.lastValidBlockHeight),
    }).add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver, lamports: 1_000_000_000 }),
    );
    transaction.sign(payer);
    const encoded = transaction.serialize().toString("base64");
    const signature = await client.sendTransaction({ transaction: encoded });
    const subscription = client.subscriptions.signature({ signature, commitment: "processed" });
    const seen: unknown[] = [];
    for await (const notification of subscription) seen.push(notification.value);
    expect(seen).to.deep.equal([{ err: null }]);
    expect((await client.getBalance({ pubkey: receiver.toBase58() })).value).to.equal(1_000_000_000n);
  });

  it("reject with the ledger's error, its data typed and exact", async () => {
    const payer = Keypair.generate();
    const { value } = await client.getLatestBlockhash();
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      blockhash: value.blockhash,
      lastValidBlockHeight: Number(value.lastValidBlockHeight),
    }).add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: 1 }));
    transaction.sign(payer);
    const error = await rejection(
      client.sendTransaction({ transaction: transaction.serialize().toString("base64") }),
    );
    if (!isRpcError(error, -32002)) throw error;
    expect(error.data?.err).to.equal("AccountNotFound");
    expect(error.data?.unitsConsumed).to.equal(0n);
  });

  it("reject a parameter with the gateway's own words", async () => {
    const error = await rejection(client.getBalance({ pubkey: "not-a-key" }));
    expect(isRpcError(error, -32602)).to.equal(true);
    expect((error as Error).message).to.contain("pubkey");
  });

  it("reject an unknown network with the status of the route", async () => {
    const error = await rejection(client.on("c").getSlot());
    expect(error).to.include({ kind: "rpc", code: -32602, status: 404 });
  });

  it("manage networks", async () => {
    await client.disableSvmNetwork({ network_id: "gone" });
    const { networks } = await client.listSvmNetworks();
    expect(networks.filter(({ enabled }) => enabled).map(({ id }) => id)).to.have.members(["a", "b"]);
    expect(Object.keys(await client.on("all").getHealth())).to.have.members(["a", "b"]);
    await client.enableSvmNetwork({ network_id: "gone" });
  });

  it("watch an account, slots and roots over one socket", async () => {
    const slots = client.subscriptions.slot();
    const roots = client.subscriptions.root();
    await Promise.all([slots.ready(), roots.ready()]);
    const notification = await heardAgain(async (over) => {
      const pubkey = Keypair.generate().publicKey.toBase58();
      const account = client.subscriptions.account({ pubkey, commitment: "processed", encoding: "base64" });
      over.addEventListener("abort", () => void account.return());
      await account.ready();
      await client.requestAirdrop({ pubkey, lamports: 1_000_000_000n });
      return (await account.next()).value;
    });
    expect(notification?.value).to.include({ lamports: 1_000_000_000n, space: 0n });
    for await (const { slot, parent } of slots) {
      expect(slot > parent).to.equal(true);
      break;
    }
    for await (const root of roots) {
      expect(root).to.be.a("bigint");
      break;
    }
  });

  it("watch the blocks of another network", async () => {
    const blocks = client.on("b").subscriptions.block({
      filter: "all",
      commitment: "confirmed",
      transactionDetails: "none",
      maxSupportedTransactionVersion: 0,
    });
    for await (const { value } of blocks) {
      expect(value.block?.blockhash).to.be.a("string");
      expect(value.slot).to.be.a("bigint");
      break;
    }
  });

  it("share one subscription among equal readers, and end it once", async () => {
    const readers = [client.subscriptions.slot(), client.subscriptions.slot(), client.subscriptions.slot()];
    const seen = await Promise.all(readers.map(async (reader) => (await reader.next()).value?.slot));
    for (const slot of seen) expect(slot).to.be.a("bigint");
    for (const reader of readers) await reader.return();
  });

  it("reject a subscription that is not available", async () => {
    const error = await rejection(client.subscriptions.vote().next());
    expect(error).to.include({ kind: "rpc", method: "voteSubscribe" });
  });

  it("reject a subscription's parameter with the gateway's own words", async () => {
    const error = await rejection(client.subscriptions.account({ pubkey: "not-a-key" }).next());
    expect(isRpcError(error, -32602)).to.equal(true);
    expect((error as Error).message).to.contain("pubkey");
  });
});

describe("the client and a gateway over a scripted upstream", () => {
  let upstream: SocketUpstream;
  let gateway: SocketGateway;
  let server: Server;
  before(async () => {
    upstream = await SocketUpstream.start();
    gateway = await SocketGateway.start({ one: { rpcUrl: upstream.rpcUrl, wsUrls: [upstream.wsUrl] } });
    server = await serve(gateway);
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.close();
    await upstream.close();
  });

  it("ask both token programs when only an owner is given", async () => {
    const [ownerAddress] = addresses;
    const programs = [
      "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
      "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
    ];
    const asked: unknown[][] = [];
    upstream.answers.set("getTokenAccountsByOwner", (params) => {
      const [owner, { programId }] = params as [string, { programId: string }];
      asked.push([owner, programId]);
      return upstream.inContext(`[{"pubkey":"${programId}","account":${account(1)}}]`);
    });
    const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const { value } = await client.getTokenAccountsByOwner({ ownerAddress });
    client.close();
    expect(asked).to.have.deep.members(programs.map((program) => [ownerAddress, program]));
    expect(value.map(({ pubkey }) => pubkey)).to.deep.equal(programs);
  });
});
