import type { ConfigFault } from "./config-fault.ts";
import type { Setting } from "./config-source.ts";
import { levelFromDirectives } from "./log-directives.ts";

/** The environment variables of the program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that set each key: the specification's name first, then its alias. */
export const environmentNames: readonly { path: string; names: readonly string[] }[] = [
  { path: "rpc_url", names: ["CHAIN_RPC_URL", "SOLANA_RPC_URL"] },
  { path: "upstreams", names: ["CHAIN_UPSTREAMS", "SOLANA_UPSTREAMS"] },
  { path: "commitment", names: ["CHAIN_COMMITMENT", "SOLANA_COMMITMENT"] },
  { path: "protocol_version", names: ["CHAIN_PROTOCOL_VERSION", "SOLANA_PROTOCOL_VERSION"] },
  { path: "log.level", names: ["RUST_LOG"] },
  { path: "server_config.port", names: ["SERVER_PORT"] },
  { path: "server_config.max_concurrent_requests", names: ["MAX_CONCURRENT_REQUESTS"] },
];

/**
 * The settings of the environment. An empty variable counts as absent. A name wins over its alias, with a warning if they
 * differ.
 */
export function settingsFromEnvironment(
  env: Environment,
  portPath: string,
  faults: ConfigFault[],
  warnings: string[],
): Setting[] {
  return environmentNames.flatMap(({ path, names }) => {
    const [name, ...aliases] = names.filter((candidate) => textOf(env, candidate) !== "");
    if (name === undefined) return [];
    for (const alias of aliases) {
      if (textOf(env, alias) !== textOf(env, name))
        warnings.push(`${name} and ${alias} differ: ${name} is used`);
    }
    const text = textOf(env, name);
    const value = name === "RUST_LOG" ? levelFromDirectives(text, faults) : text;
    if (value === undefined) return [];
    const target = path === "server_config.port" ? portPath : path;
    return [{ path: target, value, source: { kind: "environment", name } }];
  });
}

function textOf(env: Environment, name: string): string {
  return env[name]?.trim() ?? "";
}
