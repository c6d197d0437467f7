import { propertiesOf, type SchemaNode, schemaAt } from "../../config/config-schema.ts";
import { coerceText } from "../../config/load-config.ts";
import { orList } from "../../text/wording.ts";
import type { Command } from "./command-table.ts";

/** A flag's help text and where it is allowed. */
interface FlagDescription {
  readonly summary: string;
  /** Placeholder for its value; undefined for a boolean flag. */
  readonly value?: string;
  readonly short?: string;
  /** Commands that accept it; undefined for all. */
  readonly commands?: readonly Command[];
  /** The only action of its command that accepts it. */
  readonly action?: string;
  /** The configuration key that it sets. */
  readonly path?: string;
  /** Commands for which the flag has another summary or action. */
  readonly overrides?: readonly Pick<FlagDescription, "commands" | "action" | "summary">[];
}

/** Members of a key without a generated flag: the table lists `--id` and `--read-only`; the gateway writes the rest. */
const withoutFlag = ["id", "read_only", "key", "key_sha256", "old_key_sha256", "old_key_ends"];
const keyNode: SchemaNode = schemaAt("auth.keys")?.items ?? {};

/** A flag for each right and limit of a key, generated from the configuration schema. */
export const keyFlags: Readonly<Record<string, FlagDescription>> = Object.fromEntries(
  propertiesOf(keyNode)
    .filter(([name]) => !withoutFlag.includes(name))
    .map(([name, { description = "", type }]) => {
      const value = type === "boolean" && name !== "sending" ? {} : { value: placeholderOf(type, name) };
      const flag = {
        summary: toHelpSummary(description),
        ...value,
        commands: ["keys"],
        action: "new",
      } as const;
      return [name.replaceAll("_", "-"), flag];
    }),
);

/** Commands that listen on a port. */
export const listening: readonly Command[] = ["serve", "web", "rpc", "ws", "http"];
/** Commands that serve clients. */
export const serving: readonly Command[] = ["stdio", ...listening];
/** Commands that call a network, through a running gateway or one created in this process. */
const calling: readonly Command[] = ["call", "send", "subscribe"];
/** `config` accepts these flags too, to check and print the resulting configuration. */
const listeningAndConfig: readonly Command[] = [...listening, "config"];

/** Every flag, in the order of the help. */
export const flagTable: Readonly<Record<string, FlagDescription>> = {
  config: {
    value: "FILE",
    summary: "configuration file (default: svm-gateway.json in the working directory)",
  },
  http: {
    summary: "used in place of a command: serve POST /rpc, with pages for health, administration and usage",
    commands: ["http"],
  },
  local: {
    summary:
      "run test ledgers as networks localnet and localnet-b: embedded ones, else surfpool or solana-test-validator",
    commands: [...serving, ...calling, "providers", "config"],
  },
  mock: {
    summary: "answer from the examples in openrpc.json; with --local, only if no ledger can be run",
    commands: [...serving, ...calling],
  },
  host: {
    value: "ADDRESS",
    summary: `address to listen on (default: ${defaultOf("server_config.host")})`,
    commands: listeningAndConfig,
    path: "server_config.host",
  },
  port: {
    value: "PORT",
    summary: `HTTP port; 0 picks a free one (default: ${defaultOf("server_config.port")}, or 8080 with --http)`,
    commands: listeningAndConfig,
    path: "server_config.port",
  },
  "ws-port": {
    value: "PORT",
    summary: `WebSocket port; 0 picks a free one (default: ${defaultOf("server_config.ws_port")})`,
    commands: ["serve", "ws", "config"],
    path: "server_config.ws_port",
  },
  workers: {
    value: "N",
    summary: `number of processes that share the port (default: ${defaultOf("server_config.workers")})`,
    commands: listeningAndConfig,
    path: "server_config.workers",
  },
  network: {
    value: "ID",
    summary: "network for calls that select none",
    overrides: [
      { commands: ["call"], summary: "network to call, or all for every enabled one" },
      { commands: ["send", "subscribe"], summary: "network to call" },
      { commands: ["providers"], summary: "network of the address" },
    ],
    commands: [...serving, ...calling, "providers", "config"],
    path: "default_network",
  },
  tools: {
    value: "LIST",
    summary:
      "categories or methods to offer as tools, separated by commas; find offers three tools that find, describe and call the others",
    commands: ["stdio", "serve", "web", "config"],
    path: "tools",
  },
  id: { value: "ID", summary: "name of the key", commands: ["keys"], action: "new" },
  "read-only": {
    summary: "offer only tools that read",
    overrides: [{ commands: ["keys"], action: "new", summary: "call only methods that change nothing" }],
    commands: ["stdio", "serve", "web", "config", "keys"],
    path: "tools_read_only",
  },
  yes: {
    summary: "run tools that move funds or change networks without asking the user first",
    commands: ["stdio", "serve", "web", "config"],
    path: "skip_confirmation",
  },
  count: { value: "N", summary: "end after N notifications", commands: ["subscribe"] },
  commitment: {
    value: "LEVEL",
    summary: "commitment to wait for: confirmed or finalized (default: confirmed)",
    commands: ["send"],
  },
  all: { summary: "every network", commands: ["networks"], action: "reset" },
  force: {
    summary: "cordon it even if no other upstream can take calls",
    commands: ["upstreams"],
    action: "cordon",
  },
  overlap: {
    value: "TIME",
    summary: "time for which the old key stays valid, such as 30m, 24h or 7d (default: 24h)",
    commands: ["keys"],
    action: "rotate",
  },
  ...keyFlags,
  state: {
    value: "FILE",
    summary: "file that keeps run-time changes of networks",
    commands: [...serving, ...calling, "networks", "config"],
    path: "state_file",
  },
  url: {
    value: "URL",
    summary: "URL of a running gateway to call (default: the variable SVM_GATEWAY_URL)",
    commands: [...calling, "networks", "upstreams", "keys", "config"],
  },
  json: {
    summary: "print JSON instead of text",
    commands: [...calling, "methods", "networks", "upstreams", "keys", "providers", "config"],
  },
  "log-level": {
    value: "LEVEL",
    summary: `lowest severity to log: off, error, warn, info, debug or trace (default: ${defaultOf("log.level")})`,
    commands: ["stdio", ...listeningAndConfig],
    path: "log.level",
  },
  version: { short: "v", summary: "print the version" },
  help: { short: "h", summary: "print help; after a command, help for that command" },
};

/** The default of the configuration key that a flag sets. */
function defaultOf(path: string): string {
  return String(schemaAt(path)?.default);
}

/** The summary of a flag for one command; without a command, one line per override as well. */
export function summaryLines(flag: FlagDescription, command?: Command): string[] {
  const { summary, commands, action, overrides = [] } = flag;
  // The help of a command has a heading for each action.
  if (action !== undefined && command === undefined) return [`with ${commands?.[0]} ${action}: ${summary}`];
  if (command !== undefined) return [overrideFor(flag, command)?.summary ?? summary];
  const others = overrides.map(
    (other) =>
      `with ${[orList(other.commands ?? []), other.action ?? ""].join(" ").trim()}: ${other.summary}`,
  );
  return [summary, ...others];
}

function overrideFor({ overrides = [] }: FlagDescription, command: Command) {
  return overrides.find(({ commands = [] }) => commands.includes(command));
}

/** The only action of a command that accepts the flag; undefined if all do. */
export function actionOfFlag(command: Command, name: string): string | undefined {
  const flag = flagTable[name];
  return flag && (overrideFor(flag, command)?.action ?? flag.action);
}

/** The summary of a flag for all commands, in one line. */
export function summaryOf(flag: FlagDescription): string {
  return summaryLines(flag).join("; ");
}

/** True if `--network` selects the network of a call; for other commands it sets `default_network`. */
export function callsNetwork(command: Command): boolean {
  return calling.includes(command);
}

/** True if a command takes the flag. */
export function isFlagOf(command: Command, name: string): boolean {
  const commands = flagTable[name]?.commands;
  return commands === undefined || commands.includes(command);
}

/** The key described by the flags, as an entry of a key file. */
export function keyFrom(flags: ReadonlyMap<string, string | true>): Record<string, unknown> {
  const members = propertiesOf(keyNode).flatMap(([name, node]): [string, unknown][] => {
    const value = flags.get(name.replaceAll("_", "-"));
    return value === undefined ? [] : [[name, coerceText(node.type, value)]];
  });
  return Object.fromEntries(members);
}

/** Rewrites a schema description as a flag summary: lower case, no full stop, flag names, the default in brackets. */
function toHelpSummary(description: string): string {
  const text = description
    .replace("`read_only`", "--read-only")
    .replaceAll("`", "")
    .replace(/^Whether it /, "")
    .replace(/\.$/, "")
    .replace(/\. Default: (.+)$/, " (default: $1)");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function placeholderOf(type: SchemaNode["type"], name: string): string {
  if (name === "sending") return "true|false";
  if (type === "array") return "LIST";
  return type === "integer" ? "N" : "TIME";
}
