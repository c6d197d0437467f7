import type { ProviderEntry } from "../../../generated/config.ts";
import { redactUrl } from "../../log/redact.ts";
import { wsUrlOf } from "../../net/ws-url.ts";
import { registrySnapshot } from "../../networks/registry/registry-snapshot.ts";
import { networkOfTopLevel } from "../../networks/resolve-networks.ts";
import { knownProviders, type Providers } from "../../providers/known-providers.ts";
import { isRoute } from "../../providers/route-profile.ts";
import { expandAddress, formOf } from "../../providers/short-address.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import type { Flags } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";

/** `providers [ID | ADDRESS]`; returns the exit code. */
export function runProvidersCommand(words: readonly string[], flags: Flags, io: CommandIo): number {
  const { config } = readConfig(flags, io);
  const providers = knownProviders(config.providers);
  const [word] = words;
  if (word === undefined) return listProviders(providers, flags.json, io);
  if (!word.includes("://")) return showProvider(word, providers, flags.json, io);
  const entries = new Map(registrySnapshot().map((entry) => [entry.id, entry]));
  const expanded = expandAddress(word, networkOfTopLevel(config, entries), providers);
  if ("fault" in expanded) {
    io.stderr.write(`the address ${expanded.fault}\n`);
    return 1;
  }
  const { providerId, networkId, url, wsUrl = wsUrlOf(url), limits, provider } = expanded;
  print(io, flags.json, {
    provider: providerId,
    network: networkId,
    url: redactUrl(url),
    ws_url: wsUrl === undefined ? null : redactUrl(wsUrl),
    limits: limitsOf(limits),
    costs: provider.costs,
  });
  return 0;
}

function listProviders(providers: Providers, isJson: boolean, io: CommandIo): number {
  // Kinds of nodes, which no one sells, have no addresses.
  const listed = [...providers].filter(([, { networks }]) => Object.keys(networks).length > 0);
  if (isJson) {
    const rows = listed.map(([id, provider]) => ({ id, ...summaryOf(id, provider) }));
    io.stdout.write(`${JSON.stringify({ providers: rows }, null, 2)}\n`);
    return 0;
  }
  const style = createStyle(io.stdout, io.env);
  const rows = listed.map(([id, provider]) => {
    const { name, address, networks, plans } = summaryOf(id, provider);
    return [style.cyan(address), name, networks.join(" "), plans.join(" ")];
  });
  const header = ["address", "name", "networks", "plans"].map(style.bold);
  io.stdout.write(renderTable([header, ...rows]));
  return 0;
}

function summaryOf(id: string, provider: ProviderEntry) {
  return {
    name: provider.name,
    address: formOf(id, provider),
    networks: Object.keys(provider.networks),
    plans: Object.keys(provider.plans),
  };
}

function showProvider(id: string, providers: Providers, isJson: boolean, io: CommandIo): number {
  const provider = providers.get(id);
  if (provider === undefined) {
    const hint = didYouMean(nearest(id, providers.keys(), 1), "svm-gateway providers lists them");
    io.stderr.write(`no provider ${JSON.stringify(id.slice(0, 64))} is known; ${hint}\n`);
    return 1;
  }
  const networks = Object.entries(provider.networks).map(
    ([network, { url, wsUrl }]) => [network, { url, ws_url: wsUrl }] as const,
  );
  const plans = Object.entries(provider.plans).map(([name, limits]) => [name, limitsOf(limits)] as const);
  print(io, isJson, {
    ...summaryOf(id, provider),
    networks: Object.fromEntries(networks),
    plans: Object.fromEntries(plans),
    costs: provider.costs,
    methods: provider.methods,
    extra_methods: provider.extraMethods,
    history: provider.history ?? null,
    route: routeOf(provider),
    sources: provider.sources,
  });
  return 0;
}

function routeOf({ route }: ProviderEntry) {
  if (!isRoute(route)) return null;
  return {
    methods: Object.keys(route.methods),
    skip_preflight: route.skipPreflight,
    max_retries: route.maxRetries,
    encoding: route.encoding,
    least_tip: route.leastTip,
    tip_accounts: route.tipAccounts,
    bundle_size: route.bundleSize,
    regions: route.regions,
  };
}

function limitsOf({ perSecond, creditsPerDay, creditsPerMonth }: ProviderEntry["plans"][string]) {
  return { per_second: perSecond, credits_per_day: creditsPerDay, credits_per_month: creditsPerMonth };
}

/** Prints a record: as JSON for programs, else one member per line; one without content says so. */
function print(io: CommandIo, isJson: boolean, record: Readonly<Record<string, unknown>>): void {
  if (isJson) {
    io.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
    return;
  }
  const style = createStyle(io.stdout, io.env);
  for (const [key, value] of Object.entries(record)) {
    const title = style.bold(key);
    if (typeof value === "string") io.stdout.write(`${title}: ${value}\n`);
    else if (Array.isArray(value)) io.stdout.write(`${title}: ${value.join(", ") || noneKnown}\n`);
    else printMembers(io, title, value ?? {});
  }
}

const noneKnown = "none known";

function printMembers(io: CommandIo, title: string, members: object): void {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  io.stdout.write(present.length === 0 ? `${title}: ${noneKnown}\n` : `${title}:\n`);
  for (const [name, value] of present)
    io.stdout.write(`  ${name}: ${typeof value === "object" ? wordsOf(value as object) : String(value)}\n`);
}

function wordsOf(record: object): string {
  if (Array.isArray(record)) return record.join(", ");
  return Object.entries(record)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${String(value)}`]))
    .join(", ");
}
