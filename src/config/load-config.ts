import { dirname, resolve } from "node:path";
import type { Config } from "../../generated/config.ts";
import { valueAt } from "../json/value-at.ts";
import { addSecret } from "../log/redact.ts";
import { checkValue } from "./check-value.ts";
import { type ConfigFault, ConfigFaults } from "./config-fault.ts";
import { readConfigFile } from "./config-file.ts";
import { configSchema, schemaAt } from "./config-schema.ts";
import {
  type ConfigSource,
  fillDefaults,
  type Setting,
  type SourcedValues,
  setPath,
} from "./effective-values.ts";
import { type Environment, misspeltNames, settingsFromEnvironment } from "./environment.ts";

/** The part of the configuration that the command line sets. */
export interface ConfigFlags {
  readonly config?: string | undefined;
  readonly settings?: readonly Setting[] | undefined;
  /** Command-specific defaults by path; they override the schema's. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** The key that SERVER_PORT sets (default: `server_config.port`). */
  readonly portPath?: string | undefined;
}

/** Configuration sources and an additional check. */
export interface LoadConfigOptions {
  readonly flags?: ConfigFlags;
  readonly env: Environment;
  readonly cwd: string;
  /** Finds faults that the schema can't express, such as an unknown network. */
  readonly check?: (config: Config, values: SourcedValues) => readonly ConfigFault[];
}

/** The effective configuration and its sources. */
export interface LoadedConfig {
  readonly config: Config;
  /** Values with their sources, by dotted snake_case path. */
  readonly values: SourcedValues;
  readonly warnings: readonly string[];
  /** The configuration file; undefined if there is none. */
  readonly path: string | undefined;
  /** Base of relative paths in the configuration: the folder of its file, or the working directory. */
  readonly folder: string;
  /** Absolute path of the state file, which stores run-time changes. */
  readonly statePath: string;
}

const stateFileName = ".svm-gateway-state.json";

/**
 * Loads the configuration: flags override the environment, the environment overrides the file, and the file overrides defaults.
 * Throws `ConfigFaults` with all faults.
 */
export function loadConfig({ flags = {}, env, cwd, check }: LoadConfigOptions): LoadedConfig {
  const faults: ConfigFault[] = [];
  const warnings: string[] = [];
  const file = readConfigFile(flags.config, { env, cwd }, faults);
  const portPath = flags.portPath ?? "server_config.port";
  warnings.push(...misspeltNames(env, file.variables));
  const settings = [...settingsFromEnvironment(env, portPath, faults, warnings), ...(flags.settings ?? [])];
  const merged: Record<string, unknown> = { ...file.value };
  const sources = new Map<string, ConfigSource>();
  for (const [path, value] of Object.entries(flags.defaults ?? {})) {
    if (valueAt(merged, path.split(".")) !== undefined) continue;
    setPath(merged, path, value);
    sources.set(path, { kind: "default" });
  }
  for (const setting of settings) {
    const value = settingValue(setting, faults);
    if (value === undefined) continue;
    setPath(merged, setting.path, value);
    sources.set(setting.path, setting.source);
  }
  const values = new Map<string, { value: unknown; source: ConfigSource }>();
  const config = fillDefaults(configSchema, merged, (path, value, isDefault) => {
    values.set(path, { value, source: sources.get(path) ?? { kind: isDefault ? "default" : "file" } });
  }) as Config;
  for (const { key } of config.auth.keys) if (key !== undefined) addSecret(key);
  const checkFaults = (check?.(config, values) ?? [])
    .map(({ at, message }) => ({ at: atEntryAsWritten(at, faults, values), message }))
    .filter(({ at }) => !isConsequence(at, faults));
  faults.push(...checkFaults);
  if (faults.length > 0)
    throw new ConfigFaults(faults.map(({ at, message }) => ({ at: sourceName(at, values) ?? at, message })));
  const folder = file.path === undefined ? cwd : dirname(file.path);
  // A flag or variable names the state file relative to the working directory.
  const stateFolder = sourceName("state_file", values) === undefined ? folder : cwd;
  const statePath = resolve(stateFolder, config.stateFile ?? stateFileName);
  return { config, values, warnings, path: file.path, folder, statePath };
}

/** The flag or variable that set a key; undefined if the file or a default did. */
function sourceName(path: string, values: SourcedValues): string | undefined {
  const source = values.get(path)?.source;
  return source !== undefined && "name" in source ? source.name : undefined;
}

/** The path of a list entry as the user wrote it: named after the flag or variable, and counting entries dropped because of `faults`. */
function atEntryAsWritten(path: string, faults: readonly ConfigFault[], values: SourcedValues): string {
  const [list = "", ...rest] = path.split(/(?=\[\d)|(?<=\])/);
  return rest.reduce(
    (at, part) =>
      at +
      (/^\[\d/.test(part) ? `[${indexAsWritten(at, Number.parseInt(part.slice(1), 10), faults)}]` : part),
    rest.length === 0 ? list : (sourceName(list, values) ?? list),
  );
}

function indexAsWritten(list: string, index: number, faults: readonly ConfigFault[]): number {
  let written = -1;
  for (let kept = 0; kept <= index; ) {
    written += 1;
    if (!faults.some(({ at }) => at === `${list}[${written}]`)) kept += 1;
  }
  return written;
}

/** True if the group of `path` already has a fault: values missing because of it are not reported again. */
function isConsequence(path: string, faults: readonly ConfigFault[]): boolean {
  const group = path.slice(0, path.lastIndexOf(".") + 1);
  return faults.some(({ at }) => at === path || (group !== "" && at.startsWith(group)));
}

/** Converts and checks the value of a flag or variable. */
function settingValue(setting: Setting, faults: ConfigFault[]): unknown {
  const node = schemaAt(setting.path);
  if (node === undefined) throw new Error(`no configuration key ${setting.path}`);
  return checkValue(node, coerceText(node.type, setting.value), setting.source.name, faults);
}

/** Converts the text of a flag or variable to the type of its key. Leaves invalid text unchanged, for the fault to quote. */
export function coerceText(type: string | undefined, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  const text = value.trim();
  if (type === "array") {
    return text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
  }
  if ((type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(text))
    return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
