import { ConfigFaults } from "../../config/config-fault.ts";
import { createLogger } from "../../log/logger.ts";
import { resetState } from "../../networks/reset-state.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { type ListedNetwork, type NetworkAdmin, openGatewayAdmin } from "../gateway/gateway-admin.ts";
import { gatewayUrl, gatewayUrlFault } from "../gateway/gateway-url.ts";
import { keyHint, keyVariable } from "../gateway/operator-request.ts";
import { openStateAdmin } from "../gateway/state-admin.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle, printError, type Style } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { faultOfCall, isUnknownCaller, isUnknownNetwork, networksHint } from "./print-fault.ts";

type Action = "list" | "enable" | "disable" | "set-url" | "reset";

const wordsOf: Readonly<Record<Action, readonly string[]>> = {
  list: [],
  enable: ["ID"],
  disable: ["ID"],
  "set-url": ["ID", "URL"],
  reset: ["ID|--all"],
};

/** `networks [list | enable ID | disable ID | set-url ID URL | reset ID|--all]`; returns the exit code. */
export async function runNetworksCommand(
  words: readonly string[],
  flags: Flags,
  io: CommandIo,
): Promise<number> {
  const [action = "list", ...rest] = words;
  const url = gatewayUrl(flags, io.env);
  const fault = usageFault(action, rest, url, flags.all);
  if (fault !== undefined) {
    io.stderr.write(`${fault}\n`);
    return usageExitCode;
  }
  try {
    if (action === "reset") return await reset(rest[0], flags, io);
    const admin = url === undefined ? await openState(flags, io) : openGatewayAdmin(url, io.env[keyVariable]);
    try {
      await act(action as Action, rest, admin, flags, io);
    } finally {
      await admin.close();
    }
    return 0;
  } catch (caught) {
    if (!(caught instanceof RpcError || caught instanceof ConfigFaults)) throw caught;
    printError(caught, io);
    if (!(caught instanceof RpcError)) return 1;
    const fault = faultOfCall(caught);
    if (isUnknownNetwork(fault)) io.stderr.write(`  ${networksHint}\n`);
    if (isUnknownCaller(fault.data)) io.stderr.write(`  ${keyHint}\n`);
    return 1;
  }
}

function usageFault(
  action: string,
  rest: readonly string[],
  url: string | undefined,
  all: boolean,
): string | undefined {
  if (!Object.hasOwn(wordsOf, action)) {
    const actions = Object.keys(wordsOf);
    const hint = didYouMean(nearest(action, actions, 1), `use one of ${actions.join(", ")}`);
    return `unknown action ${JSON.stringify(action)} of networks; ${hint}`;
  }
  if (all && action !== "reset") return `--all goes with networks reset, not with networks ${action}`;
  const expected = wordsOf[action as Action];
  if (action === "reset" && url !== undefined)
    return "networks reset works on the state file, which running gateways follow; leave out --url";
  if (rest.length + (action === "reset" && all ? 1 : 0) !== expected.length) {
    return `usage: svm-gateway networks ${[action, ...expected].join(" ")}`;
  }
  return gatewayUrlFault(url);
}

/** Undoes run-time changes: the networks are as configured again. */
async function reset(id: string | undefined, flags: Flags, io: CommandIo): Promise<number> {
  const { statePath } = readConfig(flags, io);
  const ids = await resetState(statePath, id);
  const outcome =
    ids.length === 0
      ? `${id ?? "no network"} was not changed (in ${statePath})`
      : `${ids.join(", ")}: as configured again (in ${statePath}; a running gateway that uses it follows within a second)`;
  const text = flags.json ? printableJson(JSON.stringify({ reset: ids }, null, 2)) : printableText(outcome);
  io.stdout.write(`${text}\n`);
  return 0;
}

function openState(flags: Flags, io: CommandIo): Promise<NetworkAdmin> {
  const { config, statePath } = readConfig(flags, io);
  return openStateAdmin(config, statePath, createLogger({ level: "warn" }));
}

async function act(
  action: Action,
  rest: readonly string[],
  admin: NetworkAdmin,
  flags: Flags,
  io: CommandIo,
) {
  const [id = "", url = ""] = rest;
  if (action === "list") {
    const networks = await admin.list();
    const style = createStyle(io.stdout, io.env);
    io.stdout.write(
      flags.json
        ? `${printableJson(JSON.stringify({ networks }, null, 2))}\n`
        : networkTable(networks, style),
    );
    return;
  }
  const network =
    action === "set-url" ? await admin.setRpcUrl(id, url) : await admin.setEnabled(id, action === "enable");
  if (flags.json) {
    io.stdout.write(`${printableJson(JSON.stringify({ network }, null, 2))}\n`);
    return;
  }
  const outcome =
    action === "set-url"
      ? `now goes to ${network.rpc_url}`
      : `is ${network.enabled ? "enabled" : "disabled"}`;
  io.stdout.write(`${printableText(`${network.id} ${outcome} (${admin.place})`)}\n`);
}

function networkTable(networks: readonly ListedNetwork[], style: Style): string {
  // Only a running gateway measures, and only networks in use.
  const isMeasured = networks.some(({ slot_ms: ms }) => typeof ms === "number");
  const pace = isMeasured ? ["slot ms", "slots to final"] : [];
  const header = ["id", "name", "type", "enabled", "chain", ...pace, "rpc url"].map(style.bold);
  const rows = networks.map(
    ({ id, name, type, enabled, chain_id: chain, rpc_url: url, slot_ms: ms, finality_slots: final }) => [
      enabled ? style.green(printableText(id)) : printableText(id),
      printableText(name),
      printableText(type),
      enabled ? style.green("yes") : style.dim("no"),
      printableText(chain),
      ...(isMeasured ? [ms, final].map((number) => printableText(String(number ?? ""))) : []),
      style.dim(printableText(url)),
    ],
  );
  return renderTable([header, ...rows]);
}
