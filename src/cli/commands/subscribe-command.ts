import { isSvmGatewayError } from "../../client/shared/error-guards.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { unknownNetwork } from "../../networks/network-errors.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { nearest } from "../../text/did-you-mean.ts";
import { type AskedGateway, askedGateway } from "../gateway/asked-gateway.ts";
import { openGatewayAdmin } from "../gateway/gateway-admin.ts";
import { openSubscription, type TextSubscription } from "../gateway/open-subscription.ts";
import { keyVariable } from "../gateway/operator-request.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import { paramsByName } from "../options/call-params.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { printJson } from "../terminal/print-json.ts";
import { subscriptionNames, subscriptionOf } from "./known-subscriptions.ts";
import { noSuch } from "./method-help.ts";
import { type CallFault, faultOfCall, faultOfSubscription, printFault } from "./print-fault.ts";
import { onFreePort, serveSockets } from "./serve-sockets.ts";

/** `subscribe NAME [ARGS...]`: prints notifications until `--count` of them have come or a signal ends it; returns the exit code. */
export async function runSubscribeCommand(
  [name = "", ...words]: readonly string[],
  flags: Flags,
  io: CommandIo,
): Promise<number> {
  const row = subscriptionOf(name);
  if (row === undefined) return refuse(noSuch("subscription", name, subscriptionNames), io);
  const params = paramsByName(row.subscribe, words);
  if (typeof params === "string") return refuse(params, io);
  const fault = flagFault(flags);
  if (fault !== undefined) return refuse(fault, io);
  const asked = askedGateway(onFreePort(flags), io);
  if (typeof asked === "number") return asked;
  const key = io.env[keyVariable];
  const stop = stopOnSignals();
  try {
    const gateway =
      "url" in asked ? { ...asked, close: () => undefined } : await serveSockets(asked.loaded, flags, io);
    const { url } = gateway;
    const opened = openSubscription({ url, network: flags.network, key, row, params, signal: stop.signal });
    try {
      await print(opened, row.subscribe, flags, io);
    } finally {
      opened.close();
      await gateway.close();
    }
    return 0;
  } catch (caught) {
    if (stop.signal.aborted) return 0;
    const why = await faultOf(caught, asked, flags.network, key);
    if (why === undefined) throw caught;
    return printFault(why, row.subscribe, flags, io);
  } finally {
    stop.forget();
  }
}

function refuse(message: string, io: CommandIo): number {
  io.stderr.write(`${message}\n`);
  return usageExitCode;
}

function flagFault({ network, count, url }: Flags): string | undefined {
  if (network === allNetworks) return "a subscription is to one network: name it with --network ID";
  if (url?.includes("@") === true)
    return "--url must not contain a user or password: a socket can't send them";
  if (count === undefined || /^[1-9]\d{0,14}$/.test(count)) return undefined;
  return `--count must be a whole number of at least 1, got ${JSON.stringify(count)}`;
}

/** A signal ends the subscription and the command, with 0; so does a reader of its output that stops reading. */
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

/** The fault to print for a caught value; undefined for a bug. */
async function faultOf(
  caught: unknown,
  asked: AskedGateway,
  network: string | undefined,
  key: string | undefined,
): Promise<CallFault | undefined> {
  if (caught instanceof RpcError) return faultOfCall(caught);
  if (!isSvmGatewayError(caught)) return undefined;
  if (caught.kind !== "network" || !("url" in asked)) return faultOfSubscription(caught);
  // A socket can't say why it does not open: there is no gateway, or it does not know the network.
  const known = await openGatewayAdmin(asked.url, key).list().catch(RpcError.from);
  if (known instanceof RpcError) return faultOfCall(known);
  const ids = known.map(({ id }) => id);
  return network === undefined || ids.includes(network)
    ? faultOfSubscription(caught)
    : faultOfCall(unknownNetwork(network, nearest(network, ids, 3)));
}

/** Prints until enough have come, or the ledger ends the subscription. */
async function print(
  { notifications }: TextSubscription,
  method: string,
  { count, json }: Flags,
  io: CommandIo,
): Promise<void> {
  await notifications.ready();
  if (!json)
    io.stderr.write(`${method}: notifications follow${count === undefined ? "; Ctrl+C ends" : ""}\n`);
  const wanted = count === undefined ? Number.POSITIVE_INFINITY : Number(count);
  let printed = 0;
  let gaps = 0;
  for await (const notification of notifications) {
    if (notifications.gaps > gaps) {
      gaps = notifications.gaps;
      io.stderr.write("the connection was lost and reopened: notifications may be missing here\n");
    }
    printJson(io.stdout, notification, json, io);
    printed += 1;
    if (printed >= wanted) return;
  }
}
