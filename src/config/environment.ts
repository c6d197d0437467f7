import { type LogLevel, logLevels } from "../log/logger.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import type { ConfigFault } from "./config-fault.ts";
import type { Setting } from "./effective-values.ts";

/** Environment variable with the address of a running gateway, the default of `--url`. */
export const urlVariable = "SVM_GATEWAY_URL";
/** Environment variable with the key or token that commands send to a running gateway, and that identifies the client of `stdio`. */
export const keyVariable = "SVM_GATEWAY_KEY";
/** Environment variable with a worker's `WorkerStart` as JSON; set only in workers. */
export const workerVariable = "SVM_GATEWAY_WORKER";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables for each key: the specification's name, then its alias. */
export const environmentNames: readonly { path: string; names: readonly string[] }[] = [
  { path: "rpc_url", names: ["CHAIN_RPC_URL", "SOLANA_RPC_URL"] },
  { path: "upstreams", names: ["CHAIN_UPSTREAMS", "SOLANA_UPSTREAMS"] },
  { path: "commitment", names: ["CHAIN_COMMITMENT", "SOLANA_COMMITMENT"] },
  { path: "protocol_version", names: ["CHAIN_PROTOCOL_VERSION", "SOLANA_PROTOCOL_VERSION"] },
  { path: "log.level", names: ["RUST_LOG"] },
  { path: "server_config.port", names: ["SERVER_PORT"] },
  { path: "server_config.max_concurrent_requests", names: ["MAX_CONCURRENT_REQUESTS"] },
];

/** Prefixes of the gateway's own variables. Other programs use SOLANA_ too. */
const ownName = /^(?:CHAIN|SVM_GATEWAY)_/;
const knownNames = [
  ...environmentNames.flatMap(({ names }) => names),
  urlVariable,
  keyVariable,
  workerVariable,
];

/** Warns about unread variables that resemble known ones. Others are ignored: orchestrators set names like SVM_GATEWAY_SERVICE_HOST. */
export function misspeltNames(env: Environment, inFile: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter((name) => ownName.test(name) && !knownNames.includes(name) && !inFile.has(name))
    .flatMap((name) => {
      const near = nearest(name, knownNames, 1);
      return near.length === 0 ? [] : [`nothing reads the variable ${name}; ${didYouMean(near, "")}`];
    });
}

/** Reads settings from the environment, ignoring empty variables. Warns if a variable and its alias differ. */
export function settingsFromEnvironment(
  env: Environment,
  portPath: string,
  faults: ConfigFault[],
  warnings: string[],
): Setting[] {
  return environmentNames.flatMap(({ path, names }) => {
    const [name, ...aliases] = names.filter((candidate) => variableText(env, candidate) !== "");
    if (name === undefined) return [];
    for (const alias of aliases) {
      if (variableText(env, alias) !== variableText(env, name))
        warnings.push(`${name} and ${alias} differ: ${name} is used`);
    }
    const text = variableText(env, name);
    const value = name === "RUST_LOG" ? levelFromDirectives(text, faults) : text;
    if (value === undefined) return [];
    const target = path === "server_config.port" ? portPath : path;
    return [{ path: target, value, source: { kind: "environment", name } }];
  });
}

function variableText(env: Environment, name: string): string {
  return env[name]?.trim() ?? "";
}

/**
 * Parses RUST_LOG: a level, or directives such as `info,hyper=warn`. The last level without a target wins; `target=level` is for
 * other programs. Undefined if there is no level; any other word is a fault.
 */
function levelFromDirectives(text: string, faults: ConfigFault[]): LogLevel | undefined {
  let found: LogLevel | undefined;
  const [directives = ""] = text.split("/", 1);
  for (const directive of directives.split(",")) {
    const word = directive.trim().toLowerCase();
    if (word === "" || word.includes("=")) continue;
    const level = logLevels.find((name) => name === word);
    if (level === undefined) {
      faults.push({
        at: "RUST_LOG",
        message: `must be one of ${logLevels.join(", ")}, alone or in a list such as info,hyper=warn, got ${JSON.stringify(directive.trim())}`,
      });
    }
    found = level ?? found;
  }
  return found;
}
