import { ConfigFaults } from "../../config/config-fault.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { describeSource } from "../../config/effective-values.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { ReloadReport } from "../../config/reload-report.ts";
import { redactText } from "../../log/redact.ts";
import { printableText } from "../../text/printable.ts";
import { counted } from "../../text/wording.ts";
import { requireGateway } from "../gateway/running-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import { createStyle, printResult, renderTable, type Style } from "../terminal/terminal.ts";
import { keyFileOf } from "./keys-command.ts";

/** `config check | print | reload`. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { action, flags } = context;
  if (action === "reload") return reload(context);
  let loaded: LoadedConfig;
  try {
    loaded = readConfig(context);
    if (action === "check") await keyFileOf(loaded)?.read();
  } catch (caught) {
    if (!(caught instanceof ConfigFaults)) throw caught;
    // Faults are the result of `check` and of JSON output, so they go to stdout; `print` reports them on stderr.
    const isResult = flags.json || action === "check";
    printResult(
      { ok: false, faults: caught.faults },
      (style) => faultLines(caught, style),
      isResult ? context : { ...context, stdout: context.stderr },
    );
    return 1;
  }
  if (!flags.json) {
    const style = createStyle(context.stdout, context.env);
    for (const warning of loaded.warnings) context.stderr.write(`${style.yellow("warning")}: ${warning}\n`);
  }
  if (action === "check") printCheck(loaded, context);
  else printValues(loaded, context);
  return 0;
}

function faultLines({ faults }: ConfigFaults, style: Style): string {
  const lines = faults.map(({ at, message }) => `${style.red(at)}: ${message}\n`);
  return `${lines.join("")}${counted(faults.length, "fault")}`;
}

function printCheck({ path, warnings }: LoadedConfig, context: CommandContext): void {
  printResult(
    { ok: true, file: path ?? null, warnings },
    (style) => `${style.green("configuration is fine")}: ${path ?? "no file, environment and defaults"}`,
    context,
  );
}

function printValues({ values, path, statePath, warnings }: LoadedConfig, context: CommandContext): void {
  const printed = [...values].map(([key, { value, source }]) => ({
    key,
    value: shownValue(key, value),
    source: describeSource(source),
  }));
  const byKey = Object.fromEntries(printed.map(({ key, value, source }) => [key, { value, source }]));
  const textOf = (style: Style) => {
    const rows = printed.map(({ key, value, source }) => [
      key,
      value === null ? style.dim("not set") : JSON.stringify(value),
      source === "default" ? style.dim(source) : style.cyan(source),
    ]);
    const files = [`file   ${path ?? "none"}`, `state  ${statePath}`].map(style.dim).join("\n");
    return `${files}\n\n${renderTable([["key", "value", "source"].map(style.bold), ...rows])}`;
  };
  printResult({ file: path ?? null, state_file: statePath, warnings, values: byKey }, textOf, context);
}

/** The value with secrets and URL credentials redacted; null if unset. */
function shownValue(key: string, value: unknown): unknown {
  if (schemaAt(key)?.writeOnly === true) return value === undefined ? null : "***";
  return JSON.parse(redactText(JSON.stringify(value ?? null)));
}

/** Makes a running gateway reload its configuration. */
async function reload(context: CommandContext): Promise<number> {
  const gateway = requireGateway("config reload", context, ", or send its process SIGHUP");
  const report = (await gateway.request("POST", "/admin/reload")) as ReloadReport;
  printResult(report, (style) => reportLines(report, gateway.location, style).join("\n"), context);
  return report.faults.length > 0 ? 1 : 0;
}

function reportLines(
  { faults, applied, needsRestart }: ReloadReport,
  location: string,
  style: Style,
): string[] {
  if (faults.length > 0)
    return [
      ...faults.map(({ at, message }) => `${style.red(printableText(at))}: ${printableText(message)}`),
      `nothing was changed ${location}`,
    ];
  return [
    ...applied.map((key) => `${style.green("applied")}        ${printableText(key)}`),
    ...needsRestart.map((key) => `${style.yellow("needs restart")}  ${printableText(key)}`),
    applied.length + needsRestart.length === 0 ? `nothing changed ${location}` : `reloaded ${location}`,
  ];
}
