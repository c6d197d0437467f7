import { expect } from "chai";
import { isRpcError } from "../../../src/client/shared/svm-gateway-error.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { rejection, useGateway } from "../harness.ts";

const account = (lamports: number | bigint) =>
  `{"context":{"slot":5},"value":{"lamports":${lamports},"rentEpoch":18446744073709551615,"owner":"x"}}`;
const logs = (line: string) => `{"context":{"slot":5},"value":{"logs":["${line}"]}}`;

describe("a subscription", () => {
  const use = useGateway();

  it("asks in the ledger's form, yields exact notifications, and unsubscribes when the loop is left", async () => {
    const subscription = use.client().subscriptions.account({
      pubkey: "Vote111",
      encoding: "base64",
      commitment: "confirmed",
    });
    const read = (async () => {
      const seen: bigint[] = [];
      for await (const { value } of subscription) {
        seen.push(value.lamports, value.rentEpoch);
        if (seen.length === 4) break;
      }
      return seen;
    })();
    const socket = await use.gateway.socket(1);
    expect(socket.path).to.equal("/");
    const request = await socket.frame(1);
    expect(request.method).to.equal("accountSubscribe");
    expect(request.params).to.deep.equal(["Vote111", { commitment: "confirmed", encoding: "base64" }]);
    socket.result(request, "23784");
    socket.notify(23784, account(1));
    socket.notify(99, account(2));
    socket.notify(23784, account(9007199254740993n));
    expect(await read).to.deep.equal([1n, 18446744073709551615n, 9007199254740993n, 18446744073709551615n]);
    const leaving = await socket.frame(2);
    expect(leaving.method).to.equal("accountUnsubscribe");
    expect(leaving.params).to.deep.equal([23784]);
    await socket.closed();
  });

  it("asks nothing before it is read", async () => {
    use.client().subscriptions.root();
    await new Promise(setImmediate);
    expect(use.gateway.upgrades).to.equal(0);
  });

  it("leaves out the config object when no field is given", async () => {
    const subscription = use.client().subscriptions.account({ pubkey: "x" });
    const first = subscription.next();
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    expect(request.params).to.deep.equal(["x"]);
    socket.result(request, "0");
    socket.notify(0, account(1));
    expect((await first).done).to.equal(false);
    await subscription.return();
  });

  it("is ready once the gateway has confirmed it", async () => {
    const subscription = use.client().subscriptions.root();
    let isReady = false;
    const ready = subscription.ready().then(() => {
      isReady = true;
    });
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    expect(isReady).to.equal(false);
    socket.result(request, "1");
    await ready;
    await subscription.ready();
    socket.notify(1, "42");
    expect(await subscription.next()).to.deep.equal({ done: false, value: 42n });
    expect(await subscription.return()).to.deep.equal({ done: true, value: undefined });
    expect(await subscription.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("delivers notifications that come before the confirmation, and ignores those of others", async () => {
    const subscription = use.client().subscriptions.root();
    const first = subscription.next();
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    socket.notify(7, "1");
    socket.notify(8, "1000");
    socket.notify(7, "2");
    socket.result(request, "7");
    socket.notify(7, "3");
    expect(
      [await first, await subscription.next(), await subscription.next()].map(({ value }) => value),
    ).to.deep.equal([1n, 2n, 3n]);
    await subscription.return();
  });

  it("holds the newest thousand notifications that come before the confirmation", async () => {
    const subscription = use.client().subscriptions.root({}, { bufferSize: 2000 });
    const first = subscription.next();
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    for (let root = 0; root <= 1000; root += 1) socket.notify(7, String(root));
    socket.result(request, "7");
    expect((await first).value).to.equal(1n);
    await subscription.return();
  });

  it("rejects when the gateway refuses it", async () => {
    const subscription = use.client({ network: "n" }).subscriptions.root();
    const first = rejection(subscription.next());
    const socket = await use.gateway.socket(1);
    expect(socket.path).to.equal("/networks/n");
    socket.error(await socket.frame(1), '{"code":-32601,"message":"Method not found"}');
    const error = await first;
    expect(isRpcError(error, -32601)).to.equal(true);
    expect(error).to.include({ method: "rootSubscribe", network: "n", message: "Method not found" });
    expect(await subscription.next()).to.deep.equal({ done: true, value: undefined });
    await socket.closed();
  });

  it("asks again after a temporary refusal", async () => {
    const subscription = use.client().subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    const first = await socket.frame(1);
    socket.error(first, '{"code":-32000,"message":"slow down","data":{"reason":"rate-limited"}}');
    const second = await socket.frame(2);
    expect([second.method, second.params]).to.deep.equal([first.method, first.params]);
    socket.result(second, "3");
    await ready;
    await subscription.return();
  });

  it("gives up when such refusals do not end", async () => {
    const first = rejection(use.client({ retries: 1 }).subscriptions.root().next());
    const socket = await use.gateway.socket(1);
    const refusal = '{"code":-32000,"message":"full","data":{"reason":"at-capacity"}}';
    socket.error(await socket.frame(1), refusal);
    socket.error(await socket.frame(2), refusal);
    expect(await first).to.include({ kind: "rpc", code: -32000 });
  });

  it("rejects when no confirmation comes in time, and ends it when it comes later", async () => {
    const clock = useFakeClock();
    const client = use.client({ timeoutMs: 1000, socketIdleMs: 5000 });
    const failed = rejection(client.subscriptions.root().next());
    const socket = await use.gateway.socket(1);
    const asked = await socket.frame(1);
    await clock.tickAsync(1000);
    expect(await failed).to.include({ kind: "timeout", method: "rootSubscribe" });
    socket.result(asked, "5");
    expect(await socket.frame(2)).to.include({ method: "rootUnsubscribe" });
  });

  it("ends with the caller's signal", async () => {
    const controller = new AbortController();
    const subscription = use.client().subscriptions.root({}, { signal: controller.signal });
    const first = rejection(subscription.next());
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    await subscription.ready();
    controller.abort(new Error("enough"));
    const error = (await first) as Error;
    expect(error).to.include({ kind: "aborted", method: "rootSubscribe" });
    expect((error.cause as Error).message).to.equal("enough");
    expect(await socket.frame(2)).to.include({ method: "rootUnsubscribe" });
  });

  it("opens nothing when the signal came before", async () => {
    const subscription = use.client().subscriptions.root({}, { signal: AbortSignal.abort() });
    expect(await rejection(subscription.next())).to.include({ kind: "aborted" });
    expect(use.gateway.upgrades).to.equal(0);
  });

  it("unsubscribes when the loop throws", async () => {
    const subscription = use.client().subscriptions.root();
    const read = rejection(
      (async () => {
        for await (const root of subscription) throw new Error(`seen ${root}`);
      })(),
    );
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    socket.notify(5, "1");
    expect(((await read) as Error).message).to.equal("seen 1");
    expect(await socket.frame(2)).to.include({ method: "rootUnsubscribe" });
  });

  it("left before its confirmation, is ended by it", async () => {
    const client = use.client({ socketIdleMs: 5000 });
    const subscription = client.subscriptions.root();
    const ready = rejection(subscription.ready());
    const pending = subscription.next();
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    await subscription.return();
    expect(await ready).to.include({ kind: "aborted" });
    expect(await pending).to.deep.equal({ done: true, value: undefined });
    socket.result(request, "5");
    const leaving = await socket.frame(2);
    expect(leaving).to.include({ method: "rootUnsubscribe" });
    expect(leaving.params).to.deep.equal([5]);
  });

  it("that is one-shot ends after its answer, and not after news of progress", async () => {
    const client = use.client({ socketIdleMs: 5000 });
    const seen: unknown[] = [];
    const read = (async () => {
      for await (const { value } of client.subscriptions.signature({
        signature: "5h6x",
        enableReceivedNotification: true,
      })) {
        seen.push(value);
      }
    })();
    const socket = await use.gateway.socket(1);
    const request = await socket.frame(1);
    expect(request.params).to.deep.equal(["5h6x", { enableReceivedNotification: true }]);
    socket.result(request, "9");
    socket.notify(9, '{"context":{"slot":1},"value":"receivedSignature"}');
    socket.notify(9, '{"context":{"slot":2},"value":{"err":null}}');
    await read;
    expect(seen).to.deep.equal(["receivedSignature", { err: null }]);
    // The ledger has ended it already: the next frame is the next subscription, not an unsubscribe.
    const next = client.subscriptions.root();
    const ready = next.ready();
    const frame = await socket.frame(2);
    expect(frame.method).to.equal("rootSubscribe");
    socket.result(frame, "10");
    await ready;
    await next.return();
  });

  it("rejects at a notification that is not what it should be, and unsubscribes", async () => {
    const subscription = use.client().subscriptions.root();
    const first = rejection(subscription.next());
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    socket.notify(5, '{"a":[}}');
    expect(await first).to.include({ kind: "protocol", method: "rootSubscribe" });
    expect(await socket.frame(2)).to.include({ method: "rootUnsubscribe" });
  });

  it("serves readers in the order in which they asked", async () => {
    const subscription = use.client().subscriptions.root();
    const reads = [subscription.next(), subscription.next(), subscription.next()];
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    socket.notify(5, "1");
    socket.notify(5, "2");
    expect((await Promise.all(reads.slice(0, 2))).map(({ value }) => value)).to.deep.equal([1n, 2n]);
    await subscription.return();
    expect(await reads[2]).to.deep.equal({ done: true, value: undefined });
  });
});

describe("a slow reader", () => {
  const use = useGateway();

  it("of states keeps the newest, and can tell how many it missed", async () => {
    const subscription = use.client({ bufferSize: 2 }).subscriptions.root();
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    await ready;
    for (const root of [1, 2, 3, 4, 5]) socket.notify(5, String(root));
    while (subscription.dropped < 3) await new Promise(setImmediate);
    expect([await subscription.next(), await subscription.next()].map(({ value }) => value)).to.deep.equal([
      4n,
      5n,
    ]);
    expect(subscription.dropped).to.equal(3);
    await subscription.return();
  });

  it("of what must not be lost gets a clear error, and is unsubscribed", async () => {
    const subscription = use.client().subscriptions.logs({ filter: "all" }, { bufferSize: 2 });
    const ready = subscription.ready();
    const socket = await use.gateway.socket(1);
    socket.result(await socket.frame(1), "5");
    await ready;
    for (const line of ["a", "b", "c"]) socket.notify(5, logs(line));
    expect(await socket.frame(2)).to.include({ method: "logsUnsubscribe" });
    const error = (await rejection(subscription.next())) as Error;
    expect(error).to.include({ kind: "overflow", method: "logsSubscribe" });
    expect(error.message).to.contain("read faster, or raise bufferSize or bufferCharacters");
    expect(await subscription.next()).to.deep.equal({ done: true, value: undefined });
  });
});
