import { redactUrl } from "../../log/redact.ts";
import type { ListedUpstream } from "../../observability/upstream-list.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { notAGateway } from "../gateway/gateway-faults.ts";
import { gatewayUrl, gatewayUrlFault, urlVariable } from "../gateway/gateway-url.ts";
import { keyVariable, operatorRequest } from "../gateway/operator-request.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle, printError, type Style } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";

/** `upstreams [list | cordon ID [--force] | uncordon ID]` of a running gateway; returns the exit code. */
export async function runUpstreamsCommand(
  words: readonly string[],
  flags: Flags,
  io: CommandIo,
): Promise<number> {
  const [action = "list", id] = words;
  const url = gatewayUrl(flags, io.env);
  const fault = usageFault(action, id, url, flags.force);
  if (fault !== undefined || url === undefined) {
    io.stderr.write(`${fault ?? ""}\n`);
    return usageExitCode;
  }
  try {
    const force = flags.force ? "&force=true" : "";
    const query = id === undefined ? "" : `?${action}=${encodeURIComponent(id)}${force}`;
    const answer = await operatorRequest(
      url,
      query === "" ? "GET" : "POST",
      `/admin/upstreams${query}`,
      io.env[keyVariable],
    );
    const { upstreams } = answer as { upstreams?: readonly ListedUpstream[] };
    if (!Array.isArray(upstreams)) throw notAGateway(url);
    if (flags.json) io.stdout.write(`${printableJson(JSON.stringify({ upstreams }, null, 2))}\n`);
    else if (id === undefined) io.stdout.write(upstreamTable(upstreams, createStyle(io.stdout, io.env)));
    else
      io.stdout.write(
        `${printableText(id)} is ${outcomes[action as keyof typeof outcomes]} (at ${redactUrl(url)})\n`,
      );
    return 0;
  } catch (caught) {
    if (!(caught instanceof RpcError)) throw caught;
    printError(caught, io);
    return 1;
  }
}

const outcomes = { cordon: "taken out: it gets no calls", uncordon: "back" };

function usageFault(
  action: string,
  id: string | undefined,
  url: string | undefined,
  force: boolean,
): string | undefined {
  if (action !== "list" && !Object.hasOwn(outcomes, action))
    return `unknown action ${JSON.stringify(action)} of upstreams; use one of list, cordon, uncordon`;
  if (force && action !== "cordon") return `--force goes with upstreams cordon, not with upstreams ${action}`;
  if ((action === "list") !== (id === undefined))
    return `usage: svm-gateway upstreams ${action === "list" ? action : `${action} ID`}`;
  if (url === undefined) return `upstreams asks a running gateway: name it with --url or ${urlVariable}`;
  return gatewayUrlFault(url);
}

function upstreamTable(upstreams: readonly ListedUpstream[], style: Style): string {
  const header = ["network", "id", "route", "state", "slot", "behind", "ms", "slot ms", "slots to final"].map(
    style.bold,
  );
  const rows = upstreams.map(
    ({ network, id, route, state, slot, lag, latency_ms: ms, slot_ms: slotMs, finality_slots: finality }) => [
      printableText(network),
      printableText(id),
      printableText(route ?? ""),
      state === "healthy" ? style.green(state) : style.yellow(printableText(state)),
      ...[slot, lag, ms, slotMs, finality].map((number) => String(number ?? "")),
    ],
  );
  return renderTable([header, ...rows]);
}
