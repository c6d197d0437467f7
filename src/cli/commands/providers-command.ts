import type { Config, ProviderEntry } from "../../../generated/config.ts";
import { snakeCase } from "../../config/effective-values.ts";
import { redactUrl } from "../../log/redact.ts";
import { wsUrlOf } from "../../net/urls.ts";
import { registrySnapshot } from "../../networks/network-registry.ts";
import { networkOfTopLevel } from "../../networks/resolve-networks.ts";
import { knownProviders, type Providers } from "../../providers/known-providers.ts";
import { isRoute } from "../../providers/route-profile.ts";
import { expandAddress, formOf } from "../../providers/short-address.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { truncate } from "../../text/wording.ts";
import type { CommandContext } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import { printResult, renderTable, type Style } from "../terminal/terminal.ts";

type ShownRecord = Readonly<Record<string, unknown>>;

/** `providers [ID | ADDRESS]`. */
export async function runCommand(context: CommandContext): Promise<number> {
  const [word] = context.words;
  const { config } = readConfig(context);
  const providers = knownProviders(config.providers);
  if (word === undefined) {
    const listed = listedProviders(providers);
    printResult({ providers: listed }, (style) => providerTable(listed, style), context);
    return 0;
  }
  const shown = word.includes("://") ? shownAddress(word, config, providers) : shownProvider(word, providers);
  if ("fault" in shown) {
    context.stderr.write(`${shown.fault}\n`);
    return 1;
  }
  printResult(shown.record, (style) => recordText(shown.record, style), context);
  return 0;
}

type Shown = { readonly record: ShownRecord } | { readonly fault: string };

function shownAddress(word: string, config: Config, providers: Providers): Shown {
  const entries = new Map(registrySnapshot().map((entry) => [entry.id, entry]));
  const expanded = expandAddress(word, networkOfTopLevel(config, entries), providers);
  if ("fault" in expanded) return { fault: `the address ${expanded.fault}` };
  const { providerId, networkId, url, wsUrl = wsUrlOf(url), limits, provider } = expanded;
  const record = {
    provider: providerId,
    network: networkId,
    url: redactUrl(url),
    ws_url: wsUrl === undefined ? null : redactUrl(wsUrl),
    limits: snakeCased(limits),
    costs: provider.costs,
  };
  return { record };
}

function listedProviders(providers: Providers) {
  // Entries for a kind of node rather than a service have no addresses.
  return [...providers]
    .filter(([, { networks }]) => Object.keys(networks).length > 0)
    .map(([id, provider]) => ({ id, ...summaryOf(id, provider) }));
}

function providerTable(listed: ReturnType<typeof listedProviders>, style: Style): string {
  const rows = listed.map(({ name, address, networks, plans }) => [
    style.cyan(address),
    name,
    networks.join(" "),
    plans.join(" "),
  ]);
  return renderTable([["address", "name", "networks", "plans"].map(style.bold), ...rows]);
}

function summaryOf(id: string, provider: ProviderEntry) {
  return {
    name: provider.name,
    address: formOf(id, provider),
    networks: Object.keys(provider.networks),
    plans: Object.keys(provider.plans),
  };
}

function shownProvider(id: string, providers: Providers): Shown {
  const provider = providers.get(id);
  if (provider === undefined) {
    const hint = didYouMean(nearest(id, providers.keys(), 1), "svm-gateway providers lists them");
    return { fault: `no provider ${JSON.stringify(truncate(id))} is known; ${hint}` };
  }
  const snakeCasedValues = (table: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [name, snakeCased(value)]));
  const { networks, plans, costs, methods, extraMethods, history, route, sources } = provider;
  const record = {
    ...summaryOf(id, provider),
    networks: snakeCasedValues(networks),
    plans: snakeCasedValues(plans),
    costs,
    methods,
    extra_methods: extraMethods,
    history: history ?? null,
    route: isRoute(route) ? snakeCased({ ...route, methods: Object.keys(route.methods) }) : null,
    sources,
  };
  return { record };
}

/** Converts an object's keys to snake_case, as in the configuration. */
function snakeCased(value: object): ShownRecord {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [snakeCase(key), member]));
}

const noneKnown = "none known";

/** Renders a record with one member per line. */
function recordText(record: ShownRecord, style: Style): string {
  const lines = Object.entries(record).flatMap(([key, value]) => {
    const title = style.bold(key);
    if (typeof value === "string") return [`${title}: ${value}`];
    if (Array.isArray(value)) return [`${title}: ${value.join(", ") || noneKnown}`];
    const members = Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
    return [
      members.length === 0 ? `${title}: ${noneKnown}` : `${title}:`,
      ...members.map(([name, member]) => `  ${name}: ${memberText(member)}`),
    ];
  });
  return lines.join("\n");
}

function memberText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([name, member]) => (member === undefined ? [] : [`${name} ${String(member)}`]))
    .join(", ");
}
