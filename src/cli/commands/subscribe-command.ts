import { isSvmGatewayError } from "../../client/shared/svm-gateway-error.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { unknownNetwork } from "../../networks/network-errors.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { nearest } from "../../text/did-you-mean.ts";
import { openGatewayAdmin } from "../gateway/network-admin.ts";
import { openSubscription, type TextSubscription } from "../gateway/open-subscription.ts";
import { keyVariable, RunningGateway } from "../gateway/running-gateway.ts";
import { type TargetGateway, targetGateway } from "../gateway/target-gateway.ts";
import type { Flags, Run } from "../options/arguments.ts";
import { paramsByName } from "../options/call-params.ts";
import { UsageFault } from "../options/usage-fault.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { printJson } from "../terminal/print.ts";
import { subscriptionNames, subscriptionOf } from "./known-subscriptions.ts";
import { unknownName } from "./method-help.ts";
import { type CallFault, faultOfCall, faultOfSubscription, printFault } from "./print-fault.ts";
import { onFreePort, serveSockets } from "./serve-sockets.ts";

/** `subscribe NAME [ARGS...]`: prints notifications until it has printed `--count` of them or a signal ends it. */
export async function runCommand({ words: given, flags }: Run, io: CommandIo): Promise<number> {
  const [name = "", ...words] = given;
  const row = subscriptionOf(name);
  if (row === undefined) throw unknownName("subscription", name, subscriptionNames);
  const params = paramsByName(row.subscribe, words);
  checkFlags(flags);
  const target = targetGateway(onFreePort(flags), io);
  const key = io.env[keyVariable];
  const stop = stopOnSignals();
  try {
    const gateway =
      target instanceof RunningGateway
        ? { url: target.url, close: () => undefined }
        : await serveSockets(target, flags, io);
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
    const why = await faultOf(caught, target, flags.network);
    if (why === undefined) throw caught;
    return printFault(why, row.subscribe, flags, io);
  } finally {
    stop.forget();
  }
}

function checkFlags({ network, count, url }: Flags): void {
  if (network === allNetworks)
    throw new UsageFault("a subscription is to one network: name it with --network ID");
  if (url?.includes("@") === true)
    throw new UsageFault("--url must not contain a user or password: a socket can't send them");
  if (count !== undefined && !/^[1-9]\d{0,14}$/.test(count))
    throw new UsageFault(`--count must be a whole number of at least 1, got ${JSON.stringify(count)}`);
}

/** Aborts at the first signal, or when the reader of standard output stops reading: both end the command with 0. */
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
async function faultOf(
  caught: unknown,
  target: TargetGateway,
  network: string | undefined,
): Promise<CallFault | undefined> {
  if (caught instanceof RpcError) return faultOfCall(caught);
  if (!isSvmGatewayError(caught)) return undefined;
  if (caught.kind !== "network" || !(target instanceof RunningGateway)) return faultOfSubscription(caught);
  // A socket does not tell why it failed to open: perhaps there is no gateway, or it does not know the network.
  const known = await openGatewayAdmin(target).list().catch(RpcError.from);
  if (known instanceof RpcError) return faultOfCall(known);
  const ids = known.map(({ id }) => id);
  return network === undefined || ids.includes(network)
    ? faultOfSubscription(caught)
    : faultOfCall(unknownNetwork(network, nearest(network, ids, 3)));
}

/** Prints notifications until there are enough, or the ledger ends the subscription. */
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
