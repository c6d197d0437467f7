import { dirname, resolve } from "node:path";
import type { Config } from "../../generated/config.ts";
import { type ConfigFault, ConfigFaults } from "./config-fault.ts";
import { readConfigFile } from "./config-file.ts";
import { configSchema } from "./config-schema.ts";
import type { ConfigSource, Setting } from "./config-source.ts";
import { fillDefaults, getPath, type SourcedValues, setPath } from "./effective-values.ts";
import { type Environment, settingsFromEnvironment } from "./environment.ts";
import { orderFaults } from "./order-faults.ts";
import { settingValue } from "./setting-value.ts";

/** What the command line says about the configuration. */
export interface ConfigFlags {
  /** `--config`. */
  readonly config?: string | undefined;
  readonly settings?: readonly Setting[] | undefined;
  /** Defaults of the command that differ from the schema's, by path. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  /** The key that SERVER_PORT sets: the port of the command's only listener. */
  readonly portPath?: string | undefined;
}

/** Where the configuration comes from. */
export interface LoadConfigOptions {
  readonly flags?: ConfigFlags;
  readonly env: Environment;
  readonly cwd: string;
  /** Faults that the schema can't see, such as a network that nothing knows; reported with the others. */
  readonly check?: (config: Config) => readonly ConfigFault[];
}

/** The effective configuration and how it came about. */
export interface LoadedConfig {
  readonly config: Config;
  /** Each leaf by dotted snake_case path, with its source. */
  readonly values: SourcedValues;
  readonly warnings: readonly string[];
  /** The configuration file; undefined where there is none. */
  readonly path: string | undefined;
  /** The file of run-time changes, absolute. */
  readonly statePath: string;
}

const stateFileName = ".svm-gateway-state.json";

/**
 * Flags before environment before file before defaults. Throws `ConfigFaults` with everything that is wrong.
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
  const config = fillDefaults(configSchema, merged, (path, value, filled) => {
    values.set(path, { value, source: sources.get(path) ?? { kind: filled ? "default" : "file" } });
  }) as Config;
  const furtherFaults = (check?.(config) ?? []).filter(({ at }) => !isExplained(at, faults));
  faults.push(...orderFaults(values), ...furtherFaults);
  if (faults.length > 0) throw new ConfigFaults(faults.map((fault) => atItsSource(fault, values)));
  return {
    config,
    values,
    warnings,
    path: file.path,
    statePath: statePathOf(config, values, file.path, cwd),
  };
}

/** A fault of a value that a flag or a variable gives names that, not the key. */
function atItsSource(fault: ConfigFault, values: SourcedValues): ConfigFault {
  const source = values.get(fault.at)?.source;
  return source !== undefined && "name" in source ? { ...fault, at: source.name } : fault;
}

/** Whether a fault beside `path` was found before: what is missing there was left out for that. */
function isExplained(path: string, faults: readonly ConfigFault[]): boolean {
  const group = path.slice(0, path.lastIndexOf(".") + 1);
  return faults.some(({ at }) => at === path || (group !== "" && at.startsWith(group)));
}

/** A relative name in the file stands beside the file; one on the command line, in the working directory. */
function statePathOf(config: Config, values: SourcedValues, path: string | undefined, cwd: string): string {
  const beside = path === undefined ? cwd : dirname(path);
  if (config.stateFile === undefined) return resolve(beside, stateFileName);
  return resolve(values.get("state_file")?.source.kind === "file" ? beside : cwd, config.stateFile);
}
