import {
  clientMethods,
  clientShapes,
  clientSubscriptions,
  type LedgerMethods,
  type NetworkMethods,
  type Subscriptions,
} from "../../generated/client.ts";
import { type AllNetworksClient, buildClient, type ClientOf, type NetworkClient } from "./build-client.ts";
import type { ClientOptions } from "./shared/client-options.ts";

/** A client of a gateway: every method by its name, subscriptions, batches, and `on` to choose networks. */
export interface Client extends ClientOf<LedgerMethods, NetworkMethods, Subscriptions> {}

/** What `client.on("all")` answers. */
export interface ClientOnAll extends AllNetworksClient<LedgerMethods> {}

/** What `client.on(id)` answers. */
export interface ClientOnNetwork extends NetworkClient<LedgerMethods, Subscriptions> {}

/**
 * Makes a client. It opens nothing until it is used.
 *
 *     const client = createClient({ url: "http://127.0.0.1:3000" });
 *     const { value } = await client.getBalance({ pubkey });
 */
export function createClient(options: ClientOptions): Client {
  const tables = { methods: clientMethods, subscriptions: clientSubscriptions, shapes: clientShapes };
  // The tables and the interfaces come from the same document: this is the one place where the types are claimed.
  return buildClient(tables, options) as unknown as Client;
}
