import {
  clientMethods,
  clientShapes,
  clientSubscriptions,
  type LedgerMethods,
  type NetworkMethods,
  type Subscriptions,
} from "../../generated/client.ts";
import { buildClient } from "./build-client.ts";
import type { Batching, InBatch, InBatchOnAll, OnAll, OnOne, OnSocket } from "./method-types.ts";
import type { ClientOptions } from "./shared/client-options.ts";

/** What `client.on(id)` returns: the methods and subscriptions of one network. */
export interface ClientOnNetwork extends LedgerMethods<OnOne>, Batching<LedgerMethods<InBatch>> {
  readonly subscriptions: Subscriptions<OnSocket>;
}

/** What `client.on("all")` returns: the methods, called on every enabled network at once; results are records by network id. */
export interface ClientOnAll extends LedgerMethods<OnAll>, Batching<LedgerMethods<InBatchOnAll>> {}

/** A client of a gateway: its methods, subscriptions and batches, and `on` to choose networks. */
export interface Client
  extends LedgerMethods<OnOne>,
    NetworkMethods<OnOne>,
    Batching<LedgerMethods<InBatch> & NetworkMethods<InBatch>> {
  readonly subscriptions: Subscriptions<OnSocket>;
  /** The same methods on every enabled network: each result is a record by network id, with an error for a network that failed. */
  on(network: "all"): ClientOnAll;
  /** The same methods on one network, enabled or not. */
  on(network: string): ClientOnNetwork;
  /** Ends all subscriptions and closes their sockets. The client can still be used. */
  close(): void;
}

/**
 * Creates a client, which opens no connection until it is used.
 *
 *     const client = createClient({ url: "http://127.0.0.1:3000" });
 *     const { value } = await client.getBalance({ pubkey });
 */
export function createClient(options: ClientOptions): Client {
  const tables = { methods: clientMethods, subscriptions: clientSubscriptions, shapes: clientShapes };
  // The tables and the interfaces come from the same document, so this cast is safe.
  return buildClient(tables, options) as unknown as Client;
}
