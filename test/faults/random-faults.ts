import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { respond, respondError } from "../upstream/harness.ts";

/** A fault, given a request that came to an upstream: whether the upstream answers afterwards as if nothing were wrong. */
type Fault = (
  asked: { readonly id: number | string },
  response: ServerResponse,
  socket: Socket,
) => boolean | Promise<boolean>;

/** A result that no upstream without a fault gives. */
export const wrongResult = '"wrong"';

const faults: Readonly<Record<string, Fault>> = {
  reset: (_, __, socket) => {
    socket.resetAndDestroy();
    return false;
  },
  "reset in the body": ({ id }, _, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"jsonrpc":"2.0","id":${id},"result":"`);
    setImmediate(() => socket.resetAndDestroy());
    return false;
  },
  hang: () => false,
  drip: ({ id }, _, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{"jsonrpc":"2.0","id":${id},"result":[1`);
    // Its caller may have left before: then nothing tells that the socket is closed.
    const drip = setInterval(() => {
      if (socket.destroyed) clearInterval(drip);
      else socket.write(",1");
    }, 50);
    return false;
  },
  truncated: ({ id }, response) => {
    respond(response, `{"jsonrpc":"2.0","id":${id},"result":"tru`);
    return false;
  },
  "wrong id": ({ id }, response) => {
    respond(response, `{"jsonrpc":"2.0","id":${Number(id) + 1},"result":${wrongResult}}`);
    return false;
  },
  "lying length": ({ id }, _, socket) => {
    const body = `{"jsonrpc":"2.0","id":${id},"result":${wrongResult}}`;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length - 4}\r\n\r\n${body}`);
    return false;
  },
  "error page": (_, response) => {
    respond(response, "<html>502</html>", 502);
    return false;
  },
  "page as answer": (_, response) => {
    respond(response, "<html>hello</html>");
    return false;
  },
  "too many requests": (_, response) => {
    respond(response, "slow down", 429, { "retry-after": "1" });
    return false;
  },
  behind: (asked, response) => {
    respondError(response, asked, -32005, "Node is behind by 500 slots");
    return false;
  },
  slow: async () => {
    await delay(300);
    return true;
  },
};
const refusing = "refuse";
const faultNames = [refusing, ...Object.keys(faults)];

/** A server that can be stopped, and started again on the same port. */
interface Server {
  start(): Promise<unknown>;
  stop(): Promise<void>;
}

/** An upstream that has one fault at a time, or none. */
export class FaultyUpstream<S extends Server = Server> {
  readonly server: S;
  readonly #faults: RandomFaults;
  fault: string | undefined;
  upSince = Number.NEGATIVE_INFINITY;
  /** When it came back, until it has answered a call since. */
  #backAt: number | undefined;

  constructor(server: S, faults: RandomFaults) {
    this.server = server;
    this.#faults = faults;
    faults.upstreams.push(this);
  }

  /** Lets its fault meet a request; whether it is to be answered as usual. */
  meet(...request: Parameters<Fault>): boolean | Promise<boolean> {
    const fault = this.fault === undefined ? undefined : faults[this.fault];
    if (fault !== undefined) return fault(...request);
    if (this.#backAt !== undefined) {
      this.#faults.recoveriesMs.push(performance.now() - this.#backAt);
      this.#backAt = undefined;
    }
    return true;
  }

  async setFault(fault: string | undefined): Promise<void> {
    const before = this.fault;
    this.fault = fault;
    if (fault === refusing) await this.server.stop();
    else if (before === refusing) await this.server.start();
    if (fault !== undefined) this.#faults.injected += 1;
    else this.#backAt = this.upSince = performance.now();
  }
}

/** Breaks and repairs upstreams at random, one of them always up; now and then all are down for a moment. */
export class RandomFaults {
  readonly upstreams: FaultyUpstream[] = [];
  readonly #random: () => number;
  readonly #pauseMs: { readonly min: number; readonly max: number };
  /** Faults that upstreams had so far. */
  injected = 0;
  /** Each time from the return of an upstream to its first answer to a call. */
  readonly recoveriesMs: number[] = [];
  /** No upstream is up. */
  isDark = false;
  lastDarkEnd = Number.NEGATIVE_INFINITY;

  constructor(random: () => number, pauseMs: { readonly min: number; readonly max: number }) {
    this.#random = random;
    this.#pauseMs = pauseMs;
  }

  /** Whether an upstream has been up since then without a break. */
  wasOneUpSince(since: number): boolean {
    return this.upstreams.some(({ fault, upSince }) => fault === undefined && upSince <= since);
  }

  /** Goes on until then, and repairs what is broken. */
  async runUntil(endsAt: number): Promise<void> {
    const random = this.#random;
    const { min, max } = this.#pauseMs;
    while (performance.now() < endsAt) {
      await delay(min + random() * (max - min));
      const up = this.upstreams.filter(({ fault }) => fault === undefined);
      const faulty = this.upstreams[Math.floor(random() * this.upstreams.length)];
      if (faulty === undefined) continue;
      if (random() < 0.02) {
        this.isDark = true;
        await Promise.all(up.map((lit) => lit.setFault(refusing)));
        await delay(100 + random() * 500);
        await faulty.setFault(undefined);
        this.lastDarkEnd = performance.now();
        this.isDark = false;
      } else if (faulty.fault !== undefined) {
        await faulty.setFault(undefined);
      } else if (up.length > 1) {
        await faulty.setFault(faultNames[Math.floor(random() * faultNames.length)]);
      }
    }
    for (const faulty of this.upstreams) if (faulty.fault !== undefined) await faulty.setFault(undefined);
  }
}

/** By the global timer, which a test may drive by hand. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
