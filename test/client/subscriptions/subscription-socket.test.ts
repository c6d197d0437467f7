import { expect } from "chai";
import { WebSocket as StandardWebSocket } from "undici";
import { WebSocket } from "ws";
import { SvmGatewayError } from "../../../src/client/shared/svm-gateway-error.ts";
import {
  isTemporaryRefusal,
  temporaryReasons,
} from "../../../src/client/subscriptions/subscription-socket.ts";
import { type ErrorRow, errorTable } from "../../../src/rpc/error-table.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { rejection, useGateway, withTimePassing } from "../harness.ts";

describe("the socket of a client's subscriptions", () => {
  const use = useGateway();

  it("is one for all of a network, and another for another network", async () => {
    const client = use.client();
    const subscriptions = [
      client.subscriptions.root(),
      client.subscriptions.logs({ filter: "all" }),
      client.on("solana-devnet").subscriptions.root(),
    ];
    const ready = Promise.all(subscriptions.map((subscription) => subscription.ready()));
    const first = await use.gateway.socket(1);
    const second = await use.gateway.socket(2);
    for (const socket of [first, second]) socket.result(await socket.frame(1), "1");
    const [both] = [first, second].filter(({ path }) => path === "/");
    both?.result(await both.frame(2), "2");
    await ready;
    expect([first.path, second.path].sort()).to.deep.equal(["/", "/networks/solana-devnet"]);
    for (const subscription of subscriptions) await subscription.return();
    await Promise.all([first.closed(), second.closed()]);
    expect(use.gateway.upgrades).to.equal(2);
  });

  it("opens at the address given for it", async () => {
    const wsUrl = `${use.gateway.url.replace("http", "ws")}/socket/`;
    const client = use.client({ url: "http://127.0.0.1:1", wsUrl });
    const subscription = client.on("a").subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    expect(socket.path).to.equal("/socket/networks/a");
    socket.result(await socket.frame(1), "1");
    await ready;
    await subscription.return();
  });

  it("carries equal subscriptions once, and ends them when the last reader leaves", async () => {
    const client = use.client();
    const one = client.subscriptions.account({ pubkey: "x", commitment: "confirmed", encoding: "base64" });
    const two = client.subscriptions.account({ encoding: "base64", pubkey: "x", commitment: "confirmed" });
    const ready = Promise.all([one.ready(), two.ready()]);
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "4");
    await ready;
    const three = client.subscriptions.account({ pubkey: "x", commitment: "confirmed", encoding: "base64" });
    await three.ready();
    const reads = [one.next(), two.next(), three.next()];
    socket.notify(4, '{"context":{"slot":5},"value":{"lamports":1,"rentEpoch":0,"owner":"x"}}');
    for (const { value } of await Promise.all(reads)) expect(value?.value.lamports).to.equal(1n);
    await one.return();
    await three.return();
    const other = client.subscriptions.root();
    const otherReady = other.ready();
    expect((await socket.frame(2)).method).to.equal("rootSubscribe");
    socket.result(await socket.frame(2), "5");
    await otherReady;
    await two.return();
    expect(await socket.frame(3)).to.include({ method: "accountUnsubscribe" });
    expect(socket.frames).to.have.length(3);
    await other.return();
  });

  it("delivers to both subscriptions that the gateway gave one id, and ends it after both", async () => {
    const client = use.client();
    const plain = client.subscriptions.account({ pubkey: "x" });
    const explicit = client.subscriptions.account({ pubkey: "x", commitment: "finalized" });
    const ready = Promise.all([plain.ready(), explicit.ready()]);
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "4");
    socket.result(await socket.frame(2), "4");
    await ready;
    await plain.return();
    const read = explicit.next();
    socket.notify(4, '{"context":{"slot":5},"value":{"lamports":1,"rentEpoch":0,"owner":"x"}}');
    expect((await read).done).to.equal(false);
    expect(socket.frames).to.have.length(2);
    await explicit.return();
    expect(await socket.frame(3)).to.include({ method: "accountUnsubscribe" });
  });

  it("joins a subscription whose reader left while it was on its way", async () => {
    const client = use.client({ socketIdleMs: 5000 });
    const first = client.subscriptions.root();
    const left = rejection(first.ready());
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    await first.return();
    await left;
    const second = client.subscriptions.root();
    const ready = second.ready();
    socket.result(request, "4");
    await ready;
    expect(socket.frames).to.have.length(1);
    await second.return();
    expect(await socket.frame(2)).to.include({ method: "rootUnsubscribe" });
  });

  it("stays for the next subscription when that comes soon", async () => {
    const client = use.client({ socketIdleMs: 5000 });
    for (const count of [1, 2, 3]) {
      const subscription = client.subscriptions.root();
      const ready = subscription.ready();
      const socket = await use.gateway.socket(1);
      socket.result(await socket.frame(2 * count - 1), "4");
      await ready;
      await subscription.return();
      await socket.frame(2 * count);
    }
    expect(use.gateway.upgrades).to.equal(1);
  });

  it("is opened again when it drops, and every subscription is restored under its new id", async () => {
    const client = use.client();
    const root = client.subscriptions.root();
    const logs = client.subscriptions.logs({ filter: "all" });
    const ready = Promise.all([root.ready(), logs.ready()]);
    const before = await use.gateway.socket(1);
    before.result(await before.frame(1), "1");
    before.result(await before.frame(2), "2");
    await ready;
    const read = root.next();
    before.drop();
    const after = await use.gateway.socket(2);
    expect((await after.frame(2)).method).to.equal("logsSubscribe");
    after.notify(7, "43");
    after.result(await after.frame(1), "7");
    after.result(await after.frame(2), "1");
    expect((await read).value).to.equal(43n);
    const readLogs = logs.next();
    after.notify(1, '{"context":{"slot":5},"value":{"logs":["a"]}}');
    expect((await readLogs).value?.value.logs).to.deep.equal(["a"]);
    expect([root.gaps, logs.gaps]).to.deep.equal([1, 1]);
    await root.return();
    expect((await after.frame(3)).params).to.deep.equal([7]);
    await logs.return();
  });

  const losses: [name: string, lose: (socket: Awaited<ReturnType<typeof use.gateway.socket>>) => void][] = [
    ["is closed by the gateway", (socket) => socket.close(1013, "slow reader")],
    ["brings a frame that is not JSON", (socket) => socket.text('{"jsonrpc":')],
    ["brings a binary frame", (socket) => socket.binary(Buffer.from("{}"))],
  ];
  for (const [name, lose] of losses) {
    it(`is opened again when it ${name}`, async () => {
      const subscription = use.client().subscriptions.root();
      const ready = subscription.ready();
      const before = await use.gateway.socket(1);
      before.result(await before.frame(1), "1");
      await ready;
      lose(before);
      const after = await use.gateway.socket(2);
      after.result(await after.frame(1), "2");
      const read = subscription.next();
      after.notify(2, "9");
      expect((await read).value).to.equal(9n);
      await subscription.return();
    });
  }

  it("ignores frames that were not asked for", async () => {
    const subscription = use.client().subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    for (const text of [
      "[]",
      "{}",
      '{"jsonrpc":"2.0","id":999,"result":true}',
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}',
      '{"jsonrpc":"2.0","method":"x"}',
      '{"jsonrpc":"2.0","method":"x","params":[1]}',
      '{"jsonrpc":"2.0","method":"x","params":{"subscription":1}}',
      '{"jsonrpc":"2.0","method":"x","params":{"result":{}}}',
    ]) {
      socket.text(text);
    }
    socket.result(await socket.frame(1), "1");
    await ready;
    socket.notify(1, "9");
    expect((await subscription.next()).value).to.equal(9n);
    expect(use.gateway.upgrades).to.equal(1);
    await subscription.return();
  });

  it("is asked for a sign of life when silent, and replaced when it gives none", async () => {
    const clock = useFakeClock();
    const subscription = use.client({ heartbeatMs: 20_000 }).subscriptions.root();
    const ready = subscription.ready();
    const before = await use.gateway.socket(1);
    before.result(await before.frame(1), "1");
    await ready;
    // The confirmation is a sign of life for the first of these times; the second one is silent.
    await clock.tickAsync(40_000);
    expect((await before.frame(2)).method).to.equal("getVersion");
    await clock.tickAsync(19_999);
    expect(before.isClosed).to.equal(false);
    await clock.tickAsync(1);
    const after = await withTimePassing(clock, use.gateway.socket(2));
    await before.closed();
    after.result(await after.frame(1), "2");
    await subscription.return();
  });

  it("lives as long as it answers", async () => {
    const clock = useFakeClock();
    const subscription = use.client({ heartbeatMs: 2000 }).subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    for (let count = 2; count < 6; count += 1) {
      await withTimePassing(clock, socket.frame(count));
      socket.text('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"alive"}');
    }
    expect(use.gateway.upgrades).to.equal(1);
    await subscription.return();
  });

  it("takes Infinity for no limit of time", async () => {
    const clock = useFakeClock();
    const forever = Number.POSITIVE_INFINITY;
    const client = use.client({ timeoutMs: forever, heartbeatMs: forever, socketIdleMs: forever });
    for (const count of [1, 3]) {
      const subscription = client.subscriptions.root();
      const ready = subscription.ready();
      const socket = await use.gateway.socket(1);
      const request = await socket.frame(count);
      // A timer that overflows fires after 1 ms.
      await clock.tickAsync(5);
      expect(socket.frames).to.have.length(count);
      socket.result(request, "1");
      await ready;
      await subscription.return();
      await socket.frame(count + 1);
    }
    expect(use.gateway.upgrades).to.equal(1);
  });

  it("that cannot be opened is tried a few times, then every reader gets the reason", async () => {
    use.gateway.refusesSockets = true;
    const client = use.client({ retries: 2 });
    const errors = await Promise.all([
      rejection(client.subscriptions.root().next()),
      rejection(client.subscriptions.logs({ filter: "all" }).ready()),
    ]);
    for (const error of errors) expect(error).to.include({ kind: "network" });
    expect((errors[0] as SvmGatewayError).message).to.contain(
      `WebSocket ${use.gateway.url.replace("http", "ws")}`,
    );
    expect(use.gateway.upgrades).to.equal(3);
    use.gateway.refusesSockets = false;
    const subscription = client.subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    await subscription.return();
  });

  it("that worked is tried longer, but not forever", async () => {
    const subscription = use.client({ retries: 0, reconnects: 4 }).subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    use.gateway.refusesSockets = true;
    socket.drop();
    expect(await rejection(subscription.next())).to.include({ kind: "network" });
    expect(use.gateway.upgrades).to.equal(1 + 4);
  });

  it("that opens and then does nothing counts as one that fails", async () => {
    const clock = useFakeClock();
    const client = use.client({ retries: 0, reconnects: 2 });
    const subscription = client.subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    const failed = rejection(subscription.next());
    socket.drop();
    for (const opened of [2, 3]) {
      await (await withTimePassing(clock, use.gateway.socket(opened))).frame(1);
      await clock.tickAsync(60_000);
    }
    expect(await failed).to.include({ kind: "timeout" });
    expect(use.gateway.upgrades).to.equal(1 + 2);
  });

  it("is not opened again when it has no readers left", async () => {
    const client = use.client({ socketIdleMs: 5000 });
    const subscription = client.subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    await subscription.return();
    socket.drop();
    await socket.closed();
    const next = client.subscriptions.logs({ filter: "all" });
    const nextReady = next.ready();
    const second = await use.gateway.socket(2);
    expect((await second.frame(1)).method).to.equal("logsSubscribe");
    second.result(await second.frame(1), "1");
    await nextReady;
    expect(second.frames).to.have.length(1);
    await next.return();
  });

  it("closes with the client, whose readers get an error", async () => {
    const client = use.client();
    const waiting = rejection(client.subscriptions.root().next());
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    client.close();
    expect(await waiting).to.include({ kind: "aborted", message: "The client was closed." });
    await socket.closed();
  });

  it("closed while it is being opened, fails its readers and opens no more", async () => {
    const client = use.client();
    const waiting = rejection(client.subscriptions.root().next());
    client.close();
    expect(await waiting).to.include({ kind: "aborted" });
  });

  it("survives 50 drops in a row without losing a subscription", async () => {
    const subscription = use.client({ retryDelayMs: 0 }).subscriptions.root();
    const ready = subscription.ready();
    for (let count = 1; count <= 50; count += 1) {
      const socket = await use.gateway.socket(count);
      socket.result(await socket.frame(1), "1");
      if (count === 1) await ready;
      socket.notify(1, String(count));
      expect((await subscription.next()).value).to.equal(BigInt(count));
      socket.drop();
    }
    expect(subscription.gaps).to.equal(49);
    await subscription.return();
  });

  // What Node 20 gets, and what Node 22 has as its global one, made to the browsers' standard.
  for (const [name, webSocket] of [
    ["the package ws", WebSocket],
    ["the browsers' standard", StandardWebSocket],
  ] as const) {
    it(`works, drops, is restored and is refused alike with a WebSocket of ${name}`, async () => {
      const subscription = use.client({ webSocket, reconnects: 2 }).subscriptions.root();
      const ready = subscription.ready();
      const before = await use.gateway.socket(1);
      before.result(await before.frame(1), "1");
      await ready;
      before.notify(1, "18446744073709551615");
      expect((await subscription.next()).value).to.equal(18446744073709551615n);
      before.drop();
      const after = await use.gateway.socket(2);
      after.result(await after.frame(1), "2");
      after.notify(2, "7");
      expect((await subscription.next()).value).to.equal(7n);
      use.gateway.refusesSockets = true;
      after.close(1001, "going away");
      expect(await rejection(subscription.next())).to.include({ kind: "network" });
      expect(use.gateway.upgrades).to.equal(2 + 2);
    });
  }

  it("is made by the given constructor", async () => {
    const urls: string[] = [];
    class Recording extends WebSocket {
      constructor(url: string) {
        super(url);
        urls.push(url);
      }
    }
    const subscription = use.client({ webSocket: Recording }).subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "1");
    await ready;
    expect(urls).to.deep.equal([`${use.gateway.url.replace("http", "ws")}/`]);
    await subscription.return();
  });

  it("that cannot even be made fails its readers at once", async () => {
    class Broken extends WebSocket {
      constructor() {
        super("not a URL");
      }
    }
    const error = await rejection(use.client({ webSocket: Broken }).subscriptions.root().next());
    expect(error).to.include({ kind: "network" });
    expect((error as SvmGatewayError).cause).to.be.instanceOf(SyntaxError);
  });
});

describe("isTemporaryRefusal()", () => {
  it("knows only reasons that the gateway gives", () => {
    const reasons = Object.values<ErrorRow>(errorTable).map(({ reason }) => reason);
    for (const reason of temporaryReasons) expect(reasons).to.include(reason);
  });

  const cases: [name: string, data: unknown, expected: boolean][] = [
    ["a limit that was reached", { reason: "rate-limited" }, true],
    ["upstreams that are at their limits", { reason: "upstreams-limited" }, true],
    ["credits that are spent", { reason: "credits-spent" }, false],
    ["a method that is not allowed", { reason: "not-allowed" }, false],
    ["data without a reason", { faults: [] }, false],
    ["data that is a string", "rate-limited", false],
    ["no data", undefined, false],
  ];
  for (const [name, data, expected] of cases) {
    it(`is ${expected} for ${name}`, () => {
      expect(isTemporaryRefusal(new SvmGatewayError("rpc", "refused", { data }))).to.equal(expected);
    });
  }
});
