import type { Clock } from "@sinonjs/fake-timers";
import { type Client, createClient } from "../../src/client/create-client.ts";
import type { ClientOptions } from "../../src/client/shared/client-options.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";

/** Repeats quickly, and gives up only when a test hangs. */
const quick: Partial<ClientOptions> = { retryDelayMs: 1, timeoutMs: 60_000, socketIdleMs: 0 };

/** A scripted gateway and a client of it for each test of a suite. */
export function useGateway(): {
  gateway: ScriptedGateway;
  client: (options?: Partial<ClientOptions>) => Client;
} {
  let gateway: ScriptedGateway | undefined;
  let clients: Client[] = [];
  beforeEach(async () => {
    gateway = await ScriptedGateway.start();
  });
  afterEach(async () => {
    for (const client of clients) client.close();
    clients = [];
    await gateway?.close();
  });
  return {
    get gateway() {
      if (gateway === undefined) throw new Error("no gateway outside of a test");
      return gateway;
    },
    client(options = {}) {
      const client = createClient({ url: this.gateway.url, ...quick, ...options });
      clients.push(client);
      return client;
    },
  };
}

/** Lets a millisecond of a fake clock pass in each turn of the event loop until the promise is settled: sockets keep up with it. */
export async function withTimePassing<T>(clock: Clock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) await clock.tickAsync(1);
  return promise;
}

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
