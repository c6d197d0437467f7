import { dirname, resolve } from "node:path";
import type { Config } from "../../generated/config.ts";
import { addSecret } from "../log/known-secrets.ts";
import { checkValue } from "./check-value.ts";
import { type ConfigFault, ConfigFaults } from "./config-fault.ts";
import { readConfigFile } from "./config-file.ts";
import { configSchema, schemaAt } from "./config-schema.ts";
import type { ConfigSource, Setting } from "./config-source.ts";
import { fillDefaults, getPath, type SourcedValues, setPath } from "./effective-values.ts";
import { type Environment, settingsFromEnvironment } from "./environment.ts";

/** The command line's part of the configuration. */
export interface ConfigFlags {
  /** `--config`. */
  readonly config?: string | undefined;
  readonly settings?: readonly Setting[] | undefined;
  /** Defaults of the command that differ from the schema's, by path. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** The key that SERVER_PORT sets, for a command with another listener. */
  readonly portPath?: string | undefined;
}

/** Where the configuration comes from. */
export interface LoadConfigOptions {
  readonly flags?: ConfigFlags;
  readonly env: Environment;
  readonly cwd: string;
  /** Finds faults that the schema can't, such as an unknown network; they are reported with the others. */
  readonly check?: (config: Config, values: SourcedValues) => readonly ConfigFault[];
}

/** The effective configuration and its sources. */
export interface LoadedConfig {
  readonly config: Config;
  /** Each leaf by dotted snake_case path, with its source. */
  readonly values: SourcedValues;
  readonly warnings: readonly string[];
  /** The configuration file; undefined if there is none. */
  readonly path: string | undefined;
  /** The file of run-time changes, absolute. */
  readonly statePath: string;
}

const stateFileName = ".svm-gateway-state.json";

/**
 * Loads the configuration: flags win over the environment, the environment over the file, the file over defaults. Throws
 * `ConfigFaults` with everything that is wrong.
 */
export function loadConfig({ flags = {}, env, cwd, check }: LoadConfigOptions): LoadedConfig {
  const faults: ConfigFault[] = [];
  const warnings: string[] = [];
  const file = readConfigFile(flags.config, { env, cwd }, faults);
  const portPath = flags.portPath ?? "server_config.port";
  const settings = [...settingsFromEnvironment(env, portPath, faults, warnings), ...(flags.settings ?? [])];
  const merged: Record<string, unknown> = { ...file.value };
  const sources = new Map<string, ConfigSource>();
  for (const [path, value] of Object.entries(flags.defaults ?? {})) {
    if (getPath(merged, path) !== undefined) continue;
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
  const furtherFaults = (check?.(config, values) ?? []).filter(({ at }) => !isExplained(at, faults));
  faults.push(...furtherFaults);
  if (faults.length > 0) throw new ConfigFaults(faults.map((fault) => atItsSource(fault, values)));
  return {
    config,
    values,
    warnings,
    path: file.path,
    statePath: statePathOf(config, values, file.path, cwd),
  };
}

/** The fault of a value that a flag or a variable sets names the flag or variable, not the key. */
function atItsSource(fault: ConfigFault, values: SourcedValues): ConfigFault {
  const source = values.get(fault.at)?.source;
  return source !== undefined && "name" in source ? { ...fault, at: source.name } : fault;
}

/** Whether a fault in the same group as `path` was found before: it is why something is missing there. */
function isExplained(path: string, faults: readonly ConfigFault[]): boolean {
  const group = path.slice(0, path.lastIndexOf(".") + 1);
  return faults.some(({ at }) => at === path || (group !== "" && at.startsWith(group)));
}

/** A relative name in the file is relative to the file; one on the command line, to the working directory. */
function statePathOf(config: Config, values: SourcedValues, path: string | undefined, cwd: string): string {
  const folder = path === undefined ? cwd : dirname(path);
  if (config.stateFile === undefined) return resolve(folder, stateFileName);
  return resolve(values.get("state_file")?.source.kind === "file" ? folder : cwd, config.stateFile);
}

/** The checked value of a flag or variable, of the type of its key. A fault names the flag or variable, not the key. */
function settingValue(setting: Setting, faults: ConfigFault[]): unknown {
  const node = schemaAt(setting.path);
  if (node === undefined) throw new Error(`no configuration key ${setting.path}`);
  return checkValue(node, fromText(node.type, setting.value), setting.source.name, faults);
}

/** Text that is not a number or boolean stays text, so that the check refuses it as written. */
function fromText(type: string | undefined, value: string | boolean): unknown {
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
