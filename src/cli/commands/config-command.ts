import type { Config } from "../../../generated/config.ts";
import { ConfigFaults } from "../../config/config-fault.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { describeSource } from "../../config/config-source.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { redactText, redactUrl } from "../../log/redact.ts";
import { registrySnapshot } from "../../networks/registry/registry-snapshot.ts";
import { resolveNetworks } from "../../networks/resolve-networks.ts";
import { counted } from "../../text/counted.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle, type Style } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";
import { runConfigReload } from "./config-reload.ts";

/** `config check`, `config print` and `config reload`; returns the exit code. */
export function runConfigCommand(
  words: readonly string[],
  flags: Flags,
  io: CommandIo,
): number | Promise<number> {
  const [action = ""] = words;
  if (action === "reload") return runConfigReload(flags, io);
  if (action !== "check" && action !== "print") {
    const near = nearest(action, ["check", "print", "reload"], 1);
    const hint = didYouMean(near, "use config check, config print or config reload");
    io.stderr.write(`unknown action ${JSON.stringify(action)} of config; ${hint}\n`);
    return usageExitCode;
  }
  let loaded: LoadedConfig;
  try {
    loaded = readConfig(flags, io);
  } catch (caught) {
    if (!(caught instanceof ConfigFaults)) throw caught;
    return reportFaults(caught, action, flags, io);
  }
  const print = action === "check" ? printFine : printValues;
  print(loaded, flags, io);
  return 0;
}

/** The faults are the result of a check, and the reason why print has none. */
function reportFaults({ faults }: ConfigFaults, action: string, flags: Flags, io: CommandIo): number {
  if (flags.json) {
    io.stdout.write(`${JSON.stringify({ ok: false, faults }, null, 2)}\n`);
    return 1;
  }
  const output = action === "check" ? io.stdout : io.stderr;
  const style = createStyle(output, io.env);
  for (const { at, message } of faults) output.write(`${style.red(at)}: ${message}\n`);
  output.write(`${counted(faults.length, "fault")}\n`);
  return 1;
}

function printFine({ path, warnings, config }: LoadedConfig, flags: Flags, io: CommandIo): void {
  const routes = routesOf(config);
  if (flags.json) {
    io.stdout.write(`${JSON.stringify({ ok: true, file: path ?? null, warnings, routes }, null, 2)}\n`);
    return;
  }
  const style = createStyle(io.stdout, io.env);
  printWarnings(warnings, style, io);
  for (const { network, url, route, least_tip: tip } of routes)
    io.stdout.write(
      `route ${route} of ${network}: ${url}${tip > 0 ? `, tip of ${tip} lamports or more` : ""}\n`,
    );
  io.stdout.write(
    `${style.green("configuration is fine")}: ${path ?? "no file, environment and defaults"}\n`,
  );
}

/** The upstreams that take transactions alone. */
function routesOf(config: Config) {
  const { networks } = resolveNetworks({ config, registry: registrySnapshot() });
  return [...networks.values()].flatMap(({ id: network, rpcUrls }) =>
    rpcUrls.flatMap(({ url, provider }) =>
      provider?.route === undefined
        ? []
        : [{ network, url: redactUrl(url), route: provider.id, least_tip: provider.route.leastTip }],
    ),
  );
}

function printValues(loaded: LoadedConfig, flags: Flags, io: CommandIo): void {
  const { values, path, statePath, warnings } = loaded;
  const printed = [...values].map(([key, { value, source }]) => ({
    key,
    value: schemaAt(key)?.writeOnly === true ? hiddenSecret(value) : withoutCredentials(value),
    source,
  }));
  if (flags.json) {
    const entries = printed.map(({ key, value, source }) => [key, { value, source: describeSource(source) }]);
    const result = {
      file: path ?? null,
      state_file: statePath,
      warnings,
      values: Object.fromEntries(entries),
    };
    io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const style = createStyle(io.stdout, io.env);
  printWarnings(warnings, style, io);
  io.stdout.write(`${style.dim(`file   ${path ?? "none"}`)}\n${style.dim(`state  ${statePath}`)}\n\n`);
  const rows = printed.map(({ key, value, source }) => {
    const text = value === null ? style.dim("not set") : JSON.stringify(value);
    const origin = describeSource(source);
    return [key, text, source.kind === "default" ? style.dim(origin) : style.cyan(origin)];
  });
  io.stdout.write(renderTable([["key", "value", "source"].map(style.bold), ...rows]));
}

/** The value with the credentials of every URL in it hidden; null if none is set. */
function withoutCredentials(value: unknown): unknown {
  return JSON.parse(redactText(JSON.stringify(value ?? null)));
}

function hiddenSecret(value: unknown): string | null {
  return value === undefined ? null : "***";
}

function printWarnings(warnings: readonly string[], style: Style, io: CommandIo): void {
  for (const warning of warnings) io.stderr.write(`${style.yellow("warning")}: ${warning}\n`);
}
