import type { NetworkReport, StatusReport } from "../../src/observability/status-report.ts";
import { element } from "../shared/element.ts";
import { shownCount, shownMilliseconds, shownShare, shownSlots } from "./shown-number.ts";

/** Whether a network counts for the headline: one that is not enabled is asked by no one, unless it is the default one. */
export function isWatched(report: StatusReport, { enabled, id }: NetworkReport): boolean {
  return enabled || id === report.default_network;
}

/** Every network with its upstreams. */
export function networkSection(report: StatusReport, network: NetworkReport): HTMLElement {
  const isAsked = isWatched(report, network);
  const state = network.healthy ? "healthy" : "unhealthy";
  const facts = [
    ["slot", shownCount(network.slot)],
    ["finalized", shownCount(network.finalized_slot)],
    ["epoch", shownCount(network.epoch)],
    ["slot time", shownMilliseconds(network.slot_ms)],
    ["confirmed after", shownSlots(network.confirmed_slots)],
    ["final after", shownSlots(network.finality_slots)],
    ["finality", network.finality ?? "–"],
    ["latency", shownMilliseconds(network.latency_ms)],
  ] as const;
  return element(
    "section",
    { class: isAsked ? "card network" : "card network idle", "aria-label": `Network ${network.id}` },
    element(
      "div",
      { class: "network-head" },
      element("span", { class: `dot ${isAsked ? (network.healthy ? "good" : "bad") : ""}` }),
      element("h3", { class: "mono" }, network.id),
      element(
        "span",
        { class: "soft small" },
        [
          ...(isAsked ? [state] : []),
          network.type,
          ...(network.id === report.default_network ? ["default"] : []),
          ...(network.enabled ? [] : ["not enabled"]),
        ].join(" · "),
      ),
    ),
    element(
      "dl",
      { class: "facts" },
      facts.map(([name, value]) =>
        element(
          "div",
          {},
          element("dt", { class: "soft small" }, name),
          element("dd", { class: "mono" }, value),
        ),
      ),
    ),
    element(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": `Upstreams of ${network.id}` },
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ["upstream", "state", "slot", "lag", "latency", "errors"].map((name, index) =>
              element("th", { scope: "col", class: index > 1 ? "number" : undefined }, name),
            ),
          ),
        ),
        element(
          "tbody",
          {},
          network.upstreams.map((node) => [
            element(
              "tr",
              {},
              element(
                "th",
                { scope: "row", class: "mono" },
                node.route === null ? node.name : `${node.name} (route ${node.route})`,
              ),
              element("td", { class: isAsked ? `state ${node.state}` : "soft" }, node.state),
              element("td", { class: "number" }, shownCount(node.slot)),
              element("td", { class: "number" }, shownCount(node.lag)),
              element("td", { class: "number" }, shownMilliseconds(node.latency_ms)),
              element("td", { class: "number" }, shownShare(node.error_rate)),
            ),
            node.state === "healthy" || node.last_fault === null
              ? undefined
              : element(
                  "tr",
                  { class: "why" },
                  element("td", { colspan: 6, class: "small" }, node.last_fault),
                ),
          ]),
        ),
      ),
    ),
  );
}
