import { WebSocket } from "ws";
import { serveInProcess } from "../../app/serve-in-process.ts";
import { settingsFrom, type WebSocketConstructor } from "../../client/shared/client-options.ts";
import { isSvmGatewayError, SvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import type { Subscription } from "../../client/subscriptions/subscription.ts";
import { SubscriptionSocket } from "../../client/subscriptions/subscription-socket.ts";
import type { Setting } from "../../config/effective-values.ts";
import { keyVariable } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { unknownNetworkError } from "../../networks/network-errors.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { listenerUrl } from "../../transports/shared/listener.ts";
import { openGatewayAdmin } from "../gateway/network-admin.ts";
import { authorization, RunningGateway } from "../gateway/running-gateway.ts";
import { assembleInProcess, chooseTarget, type TargetGateway } from "../gateway/target-gateway.ts";
import type { CommandContext, Flags } from "../options/arguments.ts";
import { paramsByName } from "../options/call-params.ts";
import { UsageError } from "../options/command-table.ts";
import { printJson } from "../terminal/terminal.ts";
import { subscriptionNames, subscriptionOf, unknownNameError } from "./method-help.ts";
import { type CallError, errorFromClientError, errorFromRpcError, printError } from "./print-error.ts";

/** `subscribe NAME [ARGS...]`: prints notifications until `--count` is reached or a signal arrives. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { flags } = context;
  const [name = "", ...words] = context.words;
  const row = subscriptionOf(name);
  if (row === undefined) throw unknownNameError("subscription", name, subscriptionNames);
  const params = paramsByName(row.subscribe, words);
  checkFlags(flags);
  const target = chooseTarget(onFreePort(context));
  const stop = stopOnSignals();
  try {
    const gateway =
      target instanceof RunningGateway
        ? { url: target.url, close: () => undefined }
        : await serveSockets(target, context);
    const settings = settingsFrom({
      url: gateway.url,
      webSocket: webSocketWithKey(context.env[keyVariable]),
    });
    const socket = new SubscriptionSocket(settings, flags.network);
    // Kept as JSON text, so that large numbers keep every digit.
    const notifications = socket.open(row, params, { signal: stop.signal }, (payload) => payload);
    try {
      await printNotifications(notifications, row.subscribe, context);
    } finally {
      const details = { method: row.subscribe, network: flags.network };
      socket.close(new SvmGatewayError("aborted", `${row.subscribe}: the command ended.`, details));
      await gateway.close();
    }
    return 0;
  } catch (caught) {
    if (stop.signal.aborted) return 0;
    const error = await callErrorFrom(caught, target, flags.network);
    if (error === undefined) throw caught;
    return printError(error, row.subscribe, context);
  } finally {
    stop.forget();
  }
}

function checkFlags({ network, count }: Flags): void {
  if (network === allNetworks)
    throw new UsageError("--network: a subscription is to one network, got all; name it by its id");
  if (count !== undefined && !/^[1-9]\d{0,14}$/.test(count))
    throw new UsageError(`--count: must be a whole number of at least 1, got ${JSON.stringify(count)}`);
}

/** Aborts on the first signal, or when standard output is closed. Either ends the command with 0. */
function stopOnSignals(): { readonly signal: AbortSignal; forget(): void } {
  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of names) process.once(name, stop);
  process.stdout.once("error", stop);
  return {
    signal: controller.signal,
    forget: () => {
      for (const name of names) process.removeListener(name, stop);
      process.stdout.removeListener("error", stop);
    },
  };
}

/** The error to print for a caught value; undefined for a bug. */
async function callErrorFrom(
  caught: unknown,
  target: TargetGateway,
  network: string | undefined,
): Promise<CallError | undefined> {
  if (caught instanceof RpcError) return errorFromRpcError(caught);
  if (!isSvmGatewayError(caught)) return undefined;
  if (caught.kind !== "network" || !(target instanceof RunningGateway)) return errorFromClientError(caught);
  // A socket doesn't report why it failed to open. Ask over HTTP: the gateway may be down, or lack the network.
  const known = await openGatewayAdmin(target).list().catch(RpcError.from);
  if (known instanceof RpcError) return errorFromRpcError(known);
  return network === undefined || known.some(({ id }) => id === network)
    ? errorFromClientError(caught)
    : errorFromRpcError(unknownNetworkError(network, known));
}

/** Prints notifications until `--count` is reached or the subscription ends. */
async function printNotifications(
  notifications: Subscription<string>,
  method: string,
  context: CommandContext,
): Promise<void> {
  const { count, json } = context.flags;
  await notifications.ready();
  if (!json)
    context.stderr.write(`${method}: notifications follow${count === undefined ? "; Ctrl+C ends" : ""}\n`);
  const wanted = count === undefined ? Number.POSITIVE_INFINITY : Number(count);
  let printed = 0;
  let gaps = 0;
  for await (const notification of notifications) {
    if (notifications.gaps > gaps) {
      gaps = notifications.gaps;
      context.stderr.write("the connection was lost and reopened: notifications may be missing here\n");
    }
    printJson(context.stdout, notification, json, context);
    printed += 1;
    if (printed >= wanted) return;
  }
}

/** Makes WebSocket listen on a free loopback port. */
function onFreePort(context: CommandContext): CommandContext {
  const { flags } = context;
  const source = { kind: "flag", name: "subscribe" } as const;
  const listenSettings: readonly Setting[] = [
    { path: "server_config.host", value: "127.0.0.1", source },
    { path: "server_config.ws_port", value: "0", source },
  ];
  return { ...context, flags: { ...flags, settings: [...flags.settings, ...listenSettings] } };
}

/** Serves subscriptions from this process. Throws an RpcError if the chosen network is unknown. */
async function serveSockets(loaded: LoadedConfig, context: CommandContext) {
  const service = await assembleInProcess(loaded, context);
  const { network } = context.flags;
  if (network !== undefined && service.store.get(network) === undefined) {
    await service.close();
    throw unknownNetworkError(network, service.store.list());
  }
  const served = await serveInProcess("ws", service);
  return {
    url: (listenerUrl(served.listeners, "ws") ?? "").replace("ws:", "http:"),
    close: served.close,
  };
}

/** A WebSocket class that sends the key in a header: proxies would log it in the URL. */
function webSocketWithKey(key: string | undefined): WebSocketConstructor {
  return class extends WebSocket {
    constructor(address: string) {
      super(address, { headers: authorization(key) });
    }
  };
}
