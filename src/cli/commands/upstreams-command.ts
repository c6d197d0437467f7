import type { ListedUpstream } from "../../observability/upstream-list.ts";
import { printableText } from "../../text/printable.ts";
import { requireGateway } from "../gateway/running-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { printResult, renderTable, type Style } from "../terminal/terminal.ts";

/** `upstreams [list | cordon ID [--force] | uncordon ID]`: needs a running gateway. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { action, words, flags } = context;
  const [id] = words;
  const gateway = requireGateway("upstreams", context);
  const path = "/admin/upstreams";
  const answer = await (id === undefined
    ? gateway.request("GET", path)
    : gateway.request(
        "POST",
        `${path}?${action}=${encodeURIComponent(id)}${flags.force ? "&force=true" : ""}`,
      ));
  const { upstreams } = answer as { upstreams?: readonly ListedUpstream[] };
  if (!Array.isArray(upstreams)) throw gateway.notAGatewayError();
  const textOf = (style: Style) => {
    if (id === undefined) return upstreamTable(upstreams, style);
    const outcome = action === "cordon" ? "cordoned: it gets no calls" : "back";
    return `${printableText(id)} is ${outcome} (${gateway.location})`;
  };
  printResult({ upstreams }, textOf, context);
  return 0;
}

function upstreamTable(upstreams: readonly ListedUpstream[], style: Style): string {
  const header = ["network", "id", "route", "state", "slot", "behind", "ms", "slot ms", "slots to final"];
  const rows = upstreams.map(
    ({ network, id, route, state, slot, lag, latency_ms: ms, slot_ms: slotMs, finality_slots: finality }) => [
      printableText(network),
      printableText(id),
      printableText(route ?? ""),
      state === "healthy" ? style.green(state) : style.yellow(printableText(state)),
      ...[slot, lag, ms, slotMs, finality].map((number) => String(number ?? "")),
    ],
  );
  return renderTable([header.map(style.bold), ...rows]);
}
