import { networksReader } from "./by-network.ts";
import {
  type CallOptions,
  GatewayCaller,
  type MethodCall,
  type ReadResult,
  resultReader,
} from "./http/gateway-caller.ts";
import type { Shape } from "./json/shape.ts";
import type { BatchCall } from "./method-types.ts";
import { type ClientOptions, clientSettings } from "./shared/client-options.ts";
import type { ClientMethod, ClientSubscription } from "./shared/client-table.ts";
import { SubscriptionMaker } from "./subscriptions/subscriptions.ts";

/** The generated tables of a client. */
export interface ClientTables {
  readonly methods: Readonly<Record<string, ClientMethod>>;
  readonly subscriptions: Readonly<Record<string, ClientSubscription>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** Makes a client from the tables alone: no method has its own code. The caller gives it its type. */
export function buildClient(tables: ClientTables, options: ClientOptions): Record<string, unknown> {
  const settings = clientSettings(options);
  const caller = new GatewayCaller(settings, tables.methods);
  const subscriptions = new SubscriptionMaker(settings, tables.subscriptions, tables.shapes);
  const ledgerMethods = Object.fromEntries(
    Object.entries(tables.methods).filter(([, { network }]) => network !== true),
  );
  const readOne = resultReader(tables.shapes);
  const readAll = networksReader(tables.shapes);
  return {
    ...calls(caller, tables.methods, settings.network, readOne),
    subscriptions: subscriptions.on(settings.network),
    on: (network: string) =>
      network === "all"
        ? calls(caller, ledgerMethods, network, readAll)
        : { ...calls(caller, ledgerMethods, network, readOne), subscriptions: subscriptions.on(network) },
    close: () => subscriptions.close(),
  };
}

/** A function for each method, and the two for batches. */
function calls(
  caller: GatewayCaller,
  methods: Readonly<Record<string, ClientMethod>>,
  network: string | undefined,
  read: ReadResult,
): Record<string, unknown> {
  const functions: Record<string, unknown> = {};
  const entry: Parameters<BuildBatch>[0] = {};
  for (const [method, { network: isGatewayMethod }] of Object.entries(methods)) {
    const target = isGatewayMethod === true ? undefined : network;
    functions[method] = (params?: object, options?: CallOptions) =>
      caller.call({ method, params }, target, read, options);
    entry[method] = (params) => ({ method, params });
  }
  const batchSettled = async (build: BuildBatch, options?: CallOptions) =>
    caller.batch(build(entry), network, read, options);
  const batch = async (build: BuildBatch, options?: CallOptions) =>
    (await batchSettled(build, options)).map((outcome) => {
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  return { ...functions, batch, batchSettled };
}

type BuildBatch = (entry: Record<string, (params?: object) => MethodCall>) => readonly BatchCall<unknown>[];
