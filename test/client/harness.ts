import { type Client, createClient } from "../../src/client/create-client.ts";
import type { ClientOptions } from "../../src/client/shared/client-options.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";

/** Repeats and gives up quickly. */
const quick: Partial<ClientOptions> = { retryDelayMs: 1, timeoutMs: 5000, socketIdleMs: 0 };

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

/** The error that a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
