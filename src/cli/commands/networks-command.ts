import type { LoadedConfig } from "../../config/load-config.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { unknownNetworkError } from "../../networks/network-errors.ts";
import { resetState } from "../../networks/state-file.ts";
import { printableText } from "../../text/printable.ts";
import { openSharedChanges } from "../gateway/command-redis.ts";
import {
  type ListedNetwork,
  openGatewayAdmin,
  openStateAdmin,
  stateLocation,
} from "../gateway/network-admin.ts";
import { findRunningGateway } from "../gateway/running-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { missingArgumentError, UsageError } from "../options/command-table.ts";
import { readConfig } from "../options/read-config.ts";
import { printResult, renderTable, type Style } from "../terminal/terminal.ts";

/** `networks [list | enable ID | disable ID | set-url ID URL | reset ID|--all]`. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { action, words } = context;
  const [id = "", url = ""] = words;
  const gateway = findRunningGateway(context);
  if (action === "reset") {
    if (gateway !== undefined)
      throw new UsageError(
        "networks reset works on the state file and Redis, which running gateways follow; leave out --url",
      );
    return reset(words[0], context);
  }
  const admin =
    gateway === undefined
      ? await openStateAdmin(readConfig(context), { isReadOnly: action === "list" })
      : openGatewayAdmin(gateway);
  try {
    if (action === "list") {
      const networks = await admin.list();
      printResult({ networks }, (style) => networkTable(networks, style), context);
      return 0;
    }
    const isRedirect = action === "set-url";
    const network = await (isRedirect ? admin.setRpcUrl(id, url) : admin.setEnabled(id, action === "enable"));
    const outcome = isRedirect
      ? `now goes to ${network.rpc_url}`
      : `is ${network.enabled ? "enabled" : "disabled"}`;
    printResult({ network }, () => printableText(`${network.id} ${outcome} (${admin.location})`), context);
    return 0;
  } finally {
    await admin.close();
  }
}

/** Undoes run-time changes of one network or of all. */
async function reset(id: string | undefined, context: CommandContext): Promise<number> {
  const { flags } = context;
  if (id === undefined && !flags.all) throw missingArgumentError("networks reset", "ID or --all");
  if (id !== undefined && flags.all) throw new UsageError("networks reset takes ID or --all, not both");
  const loaded = readConfig(context);
  const { statePath } = loaded;
  const shared = await openSharedChanges(loaded.config.redis);
  const ids = await resetState(statePath, id, shared).finally(() => shared?.close());
  // The state file may still have changes of a network that the configuration no longer names.
  const isLocal = localNetworkIds.some((local) => local === id);
  if (id !== undefined && ids.length === 0 && !isLocal) await assertNetworkExists(id, loaded);
  const unchanged = `${id ?? "no network"} has ${id === undefined ? "" : "no "}run-time changes to undo`;
  const outcome =
    ids.length === 0
      ? `${unchanged} (in ${statePath})`
      : `${ids.join(", ")} ${ids.length === 1 ? "is" : "are"} as configured again (${stateLocation(loaded)})`;
  printResult({ reset: ids }, () => printableText(outcome), context);
  return 0;
}

async function assertNetworkExists(id: string, loaded: LoadedConfig): Promise<void> {
  const admin = await openStateAdmin(loaded, { isReadOnly: true });
  const networks = await admin.list();
  await admin.close();
  if (!networks.some((network) => network.id === id))
    throw unknownNetworkError(id, networks, "invalidParams");
}

function networkTable(networks: readonly ListedNetwork[], style: Style): string {
  // Only a running gateway measures slot times, and only for networks in use.
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
