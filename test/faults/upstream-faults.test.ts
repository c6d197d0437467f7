import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { tickThrough, tickUntilSettled, useFakeClock } from "../fake-clock.ts";
import {
  createTestUpstreams,
  errorOf,
  respond,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
  testConfig,
} from "../upstream/harness.ts";

/** A head that promises `length` bytes, then `body`, byte for byte. */
function raw(socket: Socket, length: number, body: string | Buffer): void {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`);
  socket.write(body);
}

const page = "<html><body><h1>502 Bad Gateway</h1></body></html>";
/** Twice what an upstream may send. */
const bomb = gzipSync(Buffer.alloc(2 * testConfig.maxResponseBytes, 0x20));

/** What a broken node does, and the error of a caller whose network has no other. */
const faults: readonly {
  readonly name: string;
  readonly script: Script;
  readonly kind: string;
  readonly phase?: string;
  readonly status?: number;
  /** The caller's own time runs out. */
  readonly slow?: true;
}[] = [
  {
    name: "resets the connection before it answers",
    script: (_, __, socket) => void socket.resetAndDestroy(),
    kind: "upstreamUnreachable",
    phase: "headers",
  },
  {
    name: "closes the connection before it answers",
    script: (_, __, socket) => void socket.end(),
    kind: "upstreamUnreachable",
    phase: "headers",
  },
  {
    name: "resets the connection in the middle of the body",
    script: ({ id }, _, socket) => {
      raw(socket, 1000, `{"jsonrpc":"2.0","id":${id},"result":[1,2,3`);
      setImmediate(() => socket.resetAndDestroy());
      return undefined;
    },
    kind: "upstreamUnreachable",
    phase: "body",
  },
  {
    name: "promises more bytes than it sends",
    script: ({ id }, _, socket) => {
      raw(socket, 1000, `{"jsonrpc":"2.0","id":${id},"result":1}`);
      socket.end();
      return undefined;
    },
    kind: "upstreamUnreachable",
    phase: "body",
  },
  {
    name: "sends more bytes than it promises",
    script: ({ id }, _, socket) => {
      const body = `{"jsonrpc":"2.0","id":${id},"result":1}`;
      raw(socket, body.length - 5, body);
      return undefined;
    },
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "never answers",
    script: () => new Promise(() => undefined),
    kind: "upstreamTimeout",
    phase: "headers",
    slow: true,
  },
  {
    name: "stops in the middle of the body",
    script: ({ id }, _, socket) => raw(socket, 1000, `{"jsonrpc":"2.0","id":${id},"result":[1,`) as undefined,
    kind: "upstreamTimeout",
    phase: "body",
    slow: true,
  },
  {
    name: "drips its answer byte by byte",
    script: ({ id }, _, socket) => {
      raw(socket, 100_000, `{"jsonrpc":"2.0","id":${id},"result":[1`);
      const drip = setInterval(() => socket.write(",1"), 10);
      socket.on("close", () => clearInterval(drip));
      return undefined;
    },
    kind: "upstreamTimeout",
    phase: "body",
    slow: true,
  },
  {
    name: "cuts its JSON short",
    script: ({ id }, response) =>
      respond(response, `{"jsonrpc":"2.0","id":${id},"result":{"a":1`) as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "answers another request",
    script: ({ id }, response) =>
      respond(response, `{"jsonrpc":"2.0","id":${id + 1},"result":1}`) as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "answers without an id",
    script: (_, response) => respond(response, '{"jsonrpc":"2.0","result":1}') as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "answers with neither result nor error",
    script: ({ id }, response) => respond(response, `{"jsonrpc":"2.0","id":${id}}`) as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "answers an empty body",
    script: (_, response) => respond(response, "") as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "answers an HTML page with status 200",
    script: (_, response) => respond(response, page) as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  ...[401, 403, 404, 429, 500, 502, 503].map((status) => ({
    name: `answers an HTML page with status ${status}`,
    script: ((_, response) => respond(response, page, status)) as Script,
    kind: "upstreamUnreachable",
    phase: "headers",
    status,
  })),
  {
    name: "answers a proper result with status 500",
    script: ({ id }, response) =>
      respond(response, `{"jsonrpc":"2.0","id":${id},"result":1}`, 500) as undefined,
    kind: "upstreamUnreachable",
    phase: "headers",
    status: 500,
  },
  {
    name: "sends a bomb in gzip",
    script: (_, response) => respond(response, bomb, 200, { "content-encoding": "gzip" }) as undefined,
    kind: "responseTooLarge",
  },
  {
    name: "sends gzip that is none",
    script: (_, response) => respond(response, "plain", 200, { "content-encoding": "gzip" }) as undefined,
    kind: "upstreamInvalid",
    phase: "body",
  },
  {
    name: "promises more bytes than are allowed",
    script: (_, __, socket) => raw(socket, 10 ** 12, "{") as undefined,
    kind: "responseTooLarge",
  },
  {
    name: "speaks no HTTP",
    script: (_, __, socket) => void socket.write("SSH-2.0-OpenSSH_9.2\r\n"),
    kind: "upstreamUnreachable",
    phase: "headers",
  },
];

const timeBoundMs = 400;
/** So long that a caller who gets an answer did not get it because of its time limit. */
const ampleMs = 600_000;

let clock: ReturnType<typeof useFakeClock>;

/** What a promise resolves with, while the clock goes on. */
const ended = <Result>(promise: Promise<Result>) => tickThrough(clock, promise, { maxMs: 10_000 });

describe("a network with one upstream", () => {
  let node: ScriptedUpstream;
  let bench: TestUpstreams;
  beforeEach(async () => {
    clock = useFakeClock();
    node = await new ScriptedUpstream().start();
    bench = createTestUpstreams([node]);
  });
  afterEach(async () => {
    await bench.close();
    await node.stop();
  });

  for (const { name, script, kind, phase, status, slow } of faults) {
    it(`says so when its upstream ${name}, in time, and answers again afterwards`, async () => {
      node.script = script;
      const timeoutMs = slow === true ? timeBoundMs : ampleMs;
      const failed = errorOf(bench.ask("getVoteAccounts", "[]", { timeoutMs }));
      const ms = await tickUntilSettled(clock, failed, { maxMs: ampleMs / 10 });
      const error = await failed;
      expect(error.kind).to.equal(kind);
      if (phase !== undefined) expect(error.data).to.include({ phase });
      if (status !== undefined) expect(error.data).to.include({ status });
      if (slow === true) expect(ms).to.be.within(timeBoundMs, timeBoundMs + 20);
      node.script = () => '"back"';
      expect(await ended(bench.ask("getVoteAccounts"))).to.equal('"back"');
    });
  }

  it("says so when its upstream refuses connections, and answers when it is back", async () => {
    await node.stop();
    const error = await ended(errorOf(bench.ask("getVoteAccounts")));
    expect([error.kind, error.data?.phase]).to.deep.equal(["upstreamUnreachable", "connect"]);
    expect(error.message).to.include("ECONNREFUSED");
    await node.start();
    expect(await ended(bench.ask("getVoteAccounts"))).to.equal('"ok"');
  });

  it("passes on Retry-After", async () => {
    node.script = (_, response) => respond(response, page, 429, { "retry-after": "7" }) as undefined;
    expect((await ended(errorOf(bench.ask("getVoteAccounts")))).retryAfterSeconds).to.equal(7);
  });

  it("passes on the ledger's error even with status 429", async () => {
    node.script = (asked, response) =>
      respondError(response, asked, -32005, "Too many requests", 429) as undefined;
    const error = await ended(errorOf(bench.ask("getVoteAccounts")));
    expect([error.kind, error.code]).to.deep.equal(["ledger", -32005]);
  });

  it("keeps its time limit when the wall clock jumps", async () => {
    node.script = () => new Promise(() => undefined);
    for (const jump of [3600_000, -3600_000]) {
      const failed = errorOf(bench.ask("getVoteAccounts", "[]", { timeoutMs: 100 }));
      clock.setSystemTime(Date.now() + jump);
      expect(await tickUntilSettled(clock, failed, { maxMs: 1000 })).to.be.within(100, 120);
      expect((await failed).kind).to.equal("upstreamTimeout");
    }
  });
});

describe("a network with a broken upstream and a good one", () => {
  let broken: ScriptedUpstream;
  let good: ScriptedUpstream;
  let bench: TestUpstreams;
  beforeEach(async () => {
    clock = useFakeClock();
    broken = await new ScriptedUpstream().start();
    good = await new ScriptedUpstream(() => '"right"').start();
    // Nearly all calls go to the broken one first, as long as it looks as good as the other.
    bench = createTestUpstreams([broken, good], { network: { weights: [1000, 1] } });
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([broken.stop(), good.stop()]);
  });

  for (const { name, script, kind, status } of faults.filter(({ kind }) => kind !== "responseTooLarge")) {
    it(`answers every read when one ${name}`, async () => {
      broken.script = script;
      const answers = await ended(
        Promise.all(
          Array.from({ length: 8 }, (_, slot) => bench.ask("getBlockTime", `[${slot}]`, { timeoutMs: 2000 })),
        ),
      );
      expect(new Set(answers)).to.deep.equal(new Set(['"right"']));
      expect(broken.count(), kind).to.be.greaterThan(0);
    });

    it(`sends a transaction once when one ${name}`, async () => {
      broken.script = script;
      const outcomes = await ended(
        Promise.allSettled(
          Array.from({ length: 5 }, (_, id) =>
            bench.ask("sendTransaction", `["transaction ${id}"]`, { timeoutMs: 300 }),
          ),
        ),
      );
      // One that was refused as one call too many never ran.
      const takers = status === 429 ? [good] : [broken, good];
      for (let id = 0; id < 5; id += 1) {
        const asked = takers.flatMap((upstream) => upstream.asked);
        const times = asked.filter(({ params }) => String(params) === `transaction ${id}`);
        expect(times, `transaction ${id}`).to.have.length(1);
      }
      expect(outcomes.some(({ status }) => status === "rejected")).to.equal(status !== 429);
    });
  }

  it("answers every read when one refuses connections, and sends writes to the other", async () => {
    await ended(bench.ask("getVoteAccounts"));
    await broken.stop();
    const answers = await ended(
      Promise.all(Array.from({ length: 20 }, (_, slot) => bench.ask("getBlockTime", `[${slot}]`))),
    );
    expect(new Set(answers)).to.deep.equal(new Set(['"right"']));
    expect(await ended(bench.ask("sendTransaction", '["transaction"]'))).to.equal('"right"');
    expect(await ended(bench.ask("requestAirdrop", '["address",1]'))).to.equal('"right"');
    expect(good.count("sendTransaction") + good.count("requestAirdrop")).to.equal(2);
  });
});
