import {
  clientMethods,
  clientShapes,
  clientSubscriptions,
  type LedgerMethods,
  type NetworkMethods,
  type Subscriptions,
} from "../../generated/client.ts";
import { GatewayCaller } from "./gateway-caller.ts";
import type {
  BatchCall,
  Batching,
  CallOptions,
  InBatch,
  InBatchOnAll,
  OnAll,
  OnOne,
  OnSocket,
} from "./method-types.ts";
import { type ClientOptions, settingsFrom } from "./shared/client-options.ts";
import type { ClientMethod } from "./shared/client-table.ts";
import { readResult } from "./shared/rpc-answer.ts";
import { SvmGatewayError } from "./shared/svm-gateway-error.ts";
import type { SubscriptionOptions } from "./subscriptions/subscription.ts";
import { SubscriptionSocket } from "./subscriptions/subscription-socket.ts";

/** Returned by `client.on(id)`: methods, subscriptions and batches on one network. */
export interface ClientOnNetwork extends LedgerMethods<OnOne>, Batching<LedgerMethods<InBatch>> {
  readonly subscriptions: Subscriptions<OnSocket>;
}

/** Returned by `client.on("all")`: methods that call every enabled network at once. Results are records by network id. */
export interface ClientOnAll extends LedgerMethods<OnAll>, Batching<LedgerMethods<InBatchOnAll>> {}

/** A gateway client: methods, subscriptions and batches on the default network, and `on` for other networks. */
export interface Client
  extends LedgerMethods<OnOne>,
    NetworkMethods<OnOne>,
    Batching<LedgerMethods<InBatch> & NetworkMethods<InBatch>> {
  readonly subscriptions: Subscriptions<OnSocket>;
  /** The same methods on every enabled network. Each result is a record by network id, with an error for each network that failed. */
  on(network: "all"): ClientOnAll;
  /** The same methods on one network, enabled or not. */
  on(network: string): ClientOnNetwork;
  /** Ends all subscriptions and closes their sockets. The client remains usable. */
  close(): void;
}

/**
 * Creates a client. It connects on first use.
 *
 *     const client = createClient({ url: "http://127.0.0.1:3000" });
 *     const { value } = await client.getBalance({ pubkey });
 */
export function createClient(options: ClientOptions): Client {
  const settings = settingsFrom(options);
  const caller = new GatewayCaller(settings);
  const sockets = new Map<string | undefined, SubscriptionSocket>();
  const getSocket = (network: string | undefined): SubscriptionSocket => {
    const socket = sockets.get(network) ?? new SubscriptionSocket(settings, network);
    sockets.set(network, socket);
    return socket;
  };
  const subscriptionsOn = (network: string | undefined) =>
    mapValues(clientSubscriptions, (row) => (params?: object, options?: SubscriptionOptions) => {
      const shape = clientShapes[row.notification];
      return getSocket(network).open(row, params, options, (payload, details) =>
        readResult(payload, shape, details),
      );
    });
  const ledgerMethods = Object.entries(clientMethods).filter(([, { network }]) => network !== true);
  const onNetwork = (network: string) => createCalls(caller, Object.fromEntries(ledgerMethods), network);
  const client: unknown = {
    ...createCalls(caller, clientMethods, settings.network),
    subscriptions: subscriptionsOn(settings.network),
    on: (network: string) =>
      network === "all"
        ? onNetwork(network)
        : { ...onNetwork(network), subscriptions: subscriptionsOn(network) },
    close: () => {
      const closed = new SvmGatewayError("aborted", "The client was closed.");
      for (const socket of sockets.values()) socket.close(closed);
    },
  };
  // The tables and interfaces are generated from one document, so this cast is safe.
  return client as Client;
}

type BuildBatch = (call: Record<string, (params?: object) => BatchCall>) => readonly BatchCall[];

/** A function for each method, and the two batch functions. */
function createCalls(
  caller: GatewayCaller,
  methods: Readonly<Record<string, ClientMethod>>,
  network: string | undefined,
): Record<string, unknown> {
  const builders = mapValues(methods, (_row, method) => (params?: object) => ({ method, params }));
  const functions = mapValues(methods, (row, method) => {
    const target = row.network === true ? undefined : network;
    return (params?: object, options?: CallOptions) => caller.call({ method, params }, target, options);
  });
  const batchSettled = async (build: BuildBatch, options?: CallOptions) =>
    caller.batch(build(builders), network, options);
  const batch = async (build: BuildBatch, options?: CallOptions) =>
    (await batchSettled(build, options)).map((outcome) => {
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  return { ...functions, batch, batchSettled };
}

function mapValues<Row, Value>(
  table: Readonly<Record<string, Row>>,
  make: (row: Row, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, make(row, name)]));
}
