import { getEventListeners } from "node:events";
import { expect } from "chai";
import type { Client } from "../../../src/client/create-client.ts";
import { SvmGatewayError } from "../../../src/client/shared/svm-gateway-error.ts";
import { msBeforeRetry, withDeadline, withRetries } from "../../../src/client/shared/time.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { rejection, useGateway } from "../harness.ts";
import { answering, type HttpStep, saying } from "../scripted-gateway.ts";

const details = { method: "getSlot" };

describe("withDeadline", () => {
  it("returns what the work returns, and leaves no listener behind", async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    expect(await withDeadline(details, { timeoutMs: 1000, signal }, async () => 7)).to.equal(7);
    await new Promise(setImmediate);
    expect(listeners).to.equal(0);
  });

  it("rejects with what the work rejects with", async () => {
    const error = new Error("x");
    expect(await rejection(withDeadline(details, { timeoutMs: 1000 }, () => Promise.reject(error)))).to.equal(
      error,
    );
  });

  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31]) {
    it(`does not treat ${timeoutMs} ms as no time at all`, async () => {
      const clock = useFakeClock();
      const work = () => new Promise<number>((resolve) => setTimeout(() => resolve(7), 60_000));
      const done = withDeadline(details, { timeoutMs }, work);
      await clock.tickAsync(60_000);
      expect(await done).to.equal(7);
    });
  }

  it("aborts the work when its time is over", async () => {
    const clock = useFakeClock();
    let reason: unknown;
    const failed = rejection(
      withDeadline(details, { timeoutMs: 5000 }, (signal) => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
        });
        return new Promise(() => undefined);
      }),
    );
    await clock.tickAsync(4999);
    expect(reason).to.equal(undefined);
    await clock.tickAsync(1);
    const error = await failed;
    expect(error).to.include({ kind: "timeout" });
    expect(reason).to.equal(error);
  });
});

const ok = answering(() => '"result":"ok"');
const drop: HttpStep = (_request, response) => {
  response.socket?.destroy();
  return undefined;
};
const dropHalfway: HttpStep = (_request, response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"jsonrpc":');
  response.socket?.destroySoon();
  return undefined;
};
const limited =
  '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Too many requests","data":{"reason":"rate-limited"}},"id":ID}';

describe("retries of calls", () => {
  const use = useGateway();

  const passing: [name: string, step: HttpStep][] = [
    ["a connection that breaks", drop],
    ["a connection that breaks in the middle of the answer", dropHalfway],
    ["429", saying("slow down", 429)],
    ["429 with a JSON-RPC error", saying(limited, 429)],
    ["502", saying("", 502)],
    ["503", saying("", 503)],
    ["504", saying("", 504)],
  ];
  for (const [name, step] of passing) {
    it(`retries a read after ${name}`, async () => {
      use.gateway.steps = [step, step, ok];
      expect(await use.client().getHealth()).to.equal("ok");
      expect(use.gateway.requests).to.have.length(3);
    });
  }

  it("gives up after the set number and rejects with the last failure", async () => {
    use.gateway.steps = [saying("", 502), saying("", 504), saying(limited, 429)];
    const error = await rejection(use.client().getHealth());
    expect(error).to.include({ kind: "rpc", code: -32000, status: 429 });
    expect(use.gateway.requests).to.have.length(3);
  });

  it("never retries with a limit of 0", async () => {
    use.gateway.steps = [drop];
    expect(await rejection(use.client({ retries: 0 }).getHealth())).to.include({ kind: "network" });
    expect(use.gateway.requests).to.have.length(1);
  });

  const final: [name: string, step: HttpStep][] = [
    [
      "an error of the ledger",
      saying('{"jsonrpc":"2.0","error":{"code":-32005,"message":"behind"},"id":ID}'),
    ],
    ["500", saying("", 500)],
    ["404", saying("", 404)],
    ["an unreadable answer", saying("<html>")],
  ];
  for (const [name, step] of final) {
    it(`does not retry after ${name}`, async () => {
      use.gateway.steps = [step];
      await rejection(use.client().getHealth());
      expect(use.gateway.requests).to.have.length(1);
    });
  }

  const changing: [name: string, call: (client: Client) => Promise<unknown>][] = [
    ["sendTransaction", (client) => client.sendTransaction({ transaction: "AQ==" })],
    ["requestAirdrop", (client) => client.requestAirdrop({ pubkey: "x", lamports: 1n })],
    ["enableSvmNetwork", (client) => client.enableSvmNetwork({ network_id: "x" })],
    [
      "a batch with one change in it",
      (client) => client.batch((c) => [c.getSlot(), c.sendTransaction({ transaction: "AQ==" })]),
    ],
  ];
  for (const [name, call] of changing) {
    for (const [failure, step] of passing) {
      it(`never retries ${name}, not after ${failure}`, async () => {
        use.gateway.steps = [step];
        await rejection(call(use.client()));
        expect(use.gateway.requests).to.have.length(1);
      });
    }
  }

  it("retries a batch of reads", async () => {
    use.gateway.steps = [saying("", 503), answering(() => '"result":{"value":5}')];
    const [slot] = await use.client().batch((c) => [c.getSlot()]);
    expect(slot).to.deep.equal({ value: 5n });
    expect(use.gateway.requests).to.have.length(2);
  });

  it("waits as long as Retry-After says", async () => {
    const clock = useFakeClock();
    const askedAt: number[] = [];
    const fetch = async () => {
      askedAt.push(Date.now());
      if (askedAt.length > 1) return new Response('{"jsonrpc":"2.0","result":"ok","id":1}');
      return new Response("", { status: 429, headers: { "retry-after": "4" } });
    };
    const call = use.client({ fetch }).getHealth();
    await clock.tickAsync(3999);
    expect(askedAt).to.deep.equal([0]);
    await clock.tickAsync(1);
    expect(await call).to.equal("ok");
    expect(askedAt).to.deep.equal([0, 4000]);
  });

  it("does not wait longer than the call may take, and says when to retry", async () => {
    use.gateway.steps = [saying(limited, 429, { "retry-after": "60" })];
    const error = await rejection(use.client({ timeoutMs: 59_999 }).getHealth());
    expect(error).to.include({ kind: "rpc", status: 429, retryAfterSeconds: 60 });
    expect(use.gateway.requests).to.have.length(1);
  });

  it("reads a Retry-After that is a date", async () => {
    useFakeClock(Date.UTC(2026, 0, 1));
    use.gateway.steps = [saying("", 503, { "retry-after": "Thu, 01 Jan 2026 00:01:30 GMT" })];
    expect(await rejection(use.client().getHealth())).to.include({ retryAfterSeconds: 90 });
  });

  it("ignores a Retry-After that is neither a number nor a date", async () => {
    use.gateway.steps = [saying("", 503, { "retry-after": "soon" }), ok];
    expect(await use.client().getHealth()).to.equal("ok");
  });

  it("leave no listener on their signal", async () => {
    const { signal } = new AbortController();
    const rule = { retries: 3, retryDelayMs: 1, deadline: Number.POSITIVE_INFINITY, signal };
    const broken = new SvmGatewayError("network", "broken", details);
    expect(await rejection(withRetries(rule, () => Promise.reject(broken)))).to.equal(broken);
    expect(getEventListeners(signal, "abort")).to.deep.equal([]);
  });

  it("stops waiting when the caller aborts", async () => {
    const controller = new AbortController();
    use.gateway.steps = [saying("", 503)];
    const client = use.client({ retryDelayMs: 60_000, timeoutMs: 600_000 });
    const call = rejection(client.getHealth({}, { signal: controller.signal }));
    while (use.gateway.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    expect(await call).to.include({ kind: "aborted" });
    expect(use.gateway.requests).to.have.length(1);
  });
});

describe("msBeforeRetry", () => {
  it("doubles, stays under ten seconds, and is random by half", () => {
    for (const [failures, fullMs] of [
      [1, 250],
      [2, 500],
      [3, 1000],
      [20, 10_000],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => msBeforeRetry(failures, 250));
      expect(Math.min(...delays)).to.be.within(fullMs / 2, fullMs * 0.6);
      expect(Math.max(...delays)).to.be.within(fullMs * 0.9, fullMs);
    }
  });
});
