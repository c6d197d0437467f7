import { address as addressOf, createSolanaRpcSubscriptions, type Signature } from "@solana/kit";
import {
  type AccountInfo,
  Connection,
  type KeyedAccountInfo,
  PublicKey,
  SystemProgram,
} from "@solana/web3.js";
import { expect } from "chai";
import { createClient } from "../../../src/client/create-client.ts";
import { heardAgain } from "../../heard-again.ts";
import { CutProxy } from "./cut-proxy.ts";
import { EmbeddedLedger, signatureOf } from "./embedded-ledger.ts";
import { SocketGateway } from "./harness.ts";

describe("real clients over the gateway's WebSocket @long", () => {
  let ledger: EmbeddedLedger;
  let proxy: CutProxy;
  let gateway: SocketGateway;
  /** Subscriptions that the hub has accepted: everything from then on is reported. */
  let accepted = 0;

  before(async () => {
    ledger = await EmbeddedLedger.start();
    proxy = await CutProxy.start(ledger.wsUrl);
    gateway = await SocketGateway.start(
      { local: { rpcUrl: ledger.rpcUrl, wsUrls: [proxy.url] } },
      {},
      { pollMs: 100, reconnect: { firstMs: 1, longestMs: 50 } },
    );
    const { hub } = gateway;
    const subscribe = hub.subscribe.bind(hub);
    hub.subscribe = async (...asked) => {
      const membership = await subscribe(...asked);
      accepted += 1;
      return membership;
    };
  });

  after(async () => {
    await gateway.close();
    await proxy.close();
  });

  describe("@solana/web3.js", () => {
    let connection: Connection;

    beforeEach(() => {
      connection = new Connection(ledger.rpcUrl, { commitment: "confirmed", wsEndpoint: gateway.url });
    });

    // Otherwise it keeps connecting to a gateway that is gone; with subscriptions it would reopen its socket.
    afterEach(async () => {
      const inside = connection as unknown as {
        _rpcWebSocket: { setAutoReconnect(isOn: boolean): void; close(): void };
        _subscriptionsByHash: object;
      };
      await until(() => Object.keys(inside._subscriptionsByHash).length === 0);
      inside._rpcWebSocket.setAutoReconnect(false);
      inside._rpcWebSocket.close();
    });

    /** Waits for the first notification of something that happens to a new account, and unsubscribes. */
    function first<Value>(
      subscribe: (heard: (value: Value) => void, key: PublicKey) => number,
      unsubscribe: (id: number) => Promise<void>,
      happen: (key: PublicKey) => Promise<unknown> = async () => undefined,
    ): Promise<Value> {
      return heardAgain(async (over) => {
        const key = new PublicKey(ledger.newAddress());
        const before = accepted;
        const heard = new Promise<Value>((resolve) => {
          const id = subscribe(resolve, key);
          over.addEventListener("abort", () => void unsubscribe(id));
        });
        await until(() => accepted > before);
        await happen(key);
        return heard;
      });
    }

    const transfer = (key: PublicKey) => ledger.send(key.toBase58(), 1_000_000);

    it("onAccountChange reports a change", async () => {
      const info = await first<AccountInfo<Buffer>>(
        (heard, key) => connection.onAccountChange(key, heard),
        (id) => connection.removeAccountChangeListener(id),
        transfer,
      );
      expect(info.lamports).to.equal(1_000_000);
    });

    it("onProgramAccountChange reports a change", async () => {
      const keyed = await first<KeyedAccountInfo>(
        (heard, key) =>
          connection.onProgramAccountChange(SystemProgram.programId, (info) => {
            if (info.accountId.equals(key)) heard(info);
          }),
        (id) => connection.removeProgramAccountChangeListener(id),
        transfer,
      );
      expect(keyed.accountInfo.lamports).to.equal(1_000_000);
    });

    it("onLogs reports logs", async () => {
      const logs = await first<{ logs: string[] }>(
        (heard, key) => connection.onLogs(key, heard),
        (id) => connection.removeOnLogsListener(id),
        transfer,
      );
      expect(logs.logs).to.have.length(2);
    });

    it("onSignature reports that a transaction landed", async () => {
      const transaction = await ledger.transfer(ledger.newAddress(), 1_000_000);
      const result = await new Promise<unknown>((resolve) => {
        connection.onSignature(signatureOf(transaction), resolve);
        void ledger.connection.sendRawTransaction(transaction.serialize());
      });
      expect(result).to.deep.equal({ err: null });
    });

    it("onSlotChange and onRootChange report slots and roots", async () => {
      const { slot } = await first<{ slot: number }>(
        (heard) => connection.onSlotChange(heard),
        (id) => connection.removeSlotChangeListener(id),
      );
      const root = await first<number>(
        (heard) => connection.onRootChange(heard),
        (id) => connection.removeRootChangeListener(id),
      );
      expect(root).to.be.within(0, slot + 100);
    });

    it("confirmTransaction resolves although the upstream disconnects meanwhile", async () => {
      const transaction = await ledger.transfer(ledger.newAddress(), 1_000_000);
      const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
      const signature = signatureOf(transaction);
      const confirmed = connection.confirmTransaction({
        signature,
        blockhash,
        // The embedded node's heights start over with its first transaction.
        lastValidBlockHeight: lastValidBlockHeight + 1_000_000,
      });
      await until(() => gateway.hub.countByMethod().signatureSubscribe === 1);
      proxy.cut();
      await ledger.connection.sendRawTransaction(transaction.serialize());
      expect((await confirmed).value.err).to.equal(null);
    });
  });

  describe("@solana/kit", () => {
    it("iterates account notifications across a lost upstream until it is aborted", async () => {
      const subscriptions = createSolanaRpcSubscriptions(gateway.url);
      const seen = await heardAgain(async (over) => {
        const address = ledger.newAddress();
        const abort = new AbortController();
        const notifications = await subscriptions
          .accountNotifications(addressOf(address), { commitment: "confirmed", encoding: "base64" })
          .subscribe({ abortSignal: AbortSignal.any([abort.signal, over]) });
        // The client drops what arrives before its reader waits for the first time.
        const sending = afterThis(() => ledger.send(address, 1_000_000));
        const lamports: bigint[] = [];
        for await (const { value } of notifications) {
          lamports.push(value.lamports);
          if (lamports.length === 1) {
            proxy.cut();
            await ledger.send(address, 2_000_000);
          } else if (value.lamports === 3_000_000n) abort.abort();
        }
        await sending;
        return lamports;
      });
      expect(seen[0]).to.equal(1_000_000n);
      expect(seen.at(-1)).to.equal(3_000_000n);
      await until(() => gateway.hub.countByMethod().accountSubscribe === undefined);
    });

    it("gets notifications of a signature and of slots", async () => {
      const subscriptions = createSolanaRpcSubscriptions(gateway.url);
      const abort = new AbortController();
      const transaction = await ledger.transfer(ledger.newAddress(), 1_000_000);
      const settled = await subscriptions
        .signatureNotifications(signatureOf(transaction) as Signature, { commitment: "confirmed" })
        .subscribe({ abortSignal: abort.signal });
      const sending = afterThis(() => ledger.connection.sendRawTransaction(transaction.serialize()));
      for await (const { value } of settled) {
        expect(value).to.deep.equal({ err: null });
        break;
      }
      await sending;
      const slots = await subscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
      const seen: bigint[] = [];
      for await (const { slot } of slots) {
        seen.push(slot);
        if (seen.length === 3) break;
      }
      abort.abort();
      expect(seen).to.deep.equal([...seen].sort((a, b) => Number(a - b)));
    });
  });

  it("svm-gateway/client iterates accounts, roots and blocks", async () => {
    const client = createClient({ url: ledger.rpcUrl, wsUrl: gateway.url, socketIdleMs: 0 });
    const lamports = await heardAgain(async (over) => {
      const pubkey = ledger.newAddress();
      const accounts = client.subscriptions.account({ pubkey, encoding: "base64" });
      over.addEventListener("abort", () => void accounts.return());
      const before = accepted;
      const sending = until(() => accepted > before).then(() => ledger.send(pubkey, 1_000_000));
      const { value: notification } = await accounts.next();
      await sending;
      return notification?.value.lamports;
    });
    expect(lamports).to.equal(1_000_000n);
    for await (const root of client.subscriptions.root()) {
      expect(root).to.be.a("bigint");
      break;
    }
    for await (const { value } of client.subscriptions.block({ filter: "all", commitment: "confirmed" })) {
      expect(value.slot).to.be.a("bigint");
      break;
    }
    client.close();
  });
});

/** Does something in a later turn of the event loop. */
function afterThis(happen: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setImmediate(() => happen().then(resolve, reject));
  });
}

/** Turns of the event loop until something holds. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
