import type { Command } from "./command-table.ts";
import { keyFlags } from "./key-flags.ts";

/** A flag as help shows it and as the command line is checked. */
export interface FlagDescription {
  readonly summary: string;
  /** Placeholder of its value; a switch has none. */
  readonly value?: string;
  readonly short?: string;
  /** Its value is the name of a file. */
  readonly isFile?: true;
  /** The commands that take it; all of them without this. */
  readonly commands?: readonly Command[];
  /** The only action of its command that takes it. */
  readonly action?: string;
  /** The configuration key that it sets. */
  readonly path?: string;
}

const listeners: readonly Command[] = ["serve", "web", "rpc", "ws", "http"];
const servers: readonly Command[] = ["stdio", ...listeners];
/** The commands that ask one network, of a running gateway or of their own. */
const askers: readonly Command[] = ["call", "send", "subscribe"];
/** Where a flag sets a configuration key, `config` shows and checks what it would do. */
const listenersAndConfig: readonly Command[] = [...listeners, "config"];

/** Every flag, in the order of the help. */
export const flagTable: Readonly<Record<string, FlagDescription>> = {
  config: {
    value: "FILE",
    isFile: true,
    summary: "configuration file (default: svm-gateway.json in the working directory)",
  },
  http: {
    summary: "serve only POST /rpc and the health pages; used in place of a command",
    commands: ["http"],
  },
  local: {
    summary:
      "run local ledgers as networks localnet and localnet-b: embedded ones, else surfpool or solana-test-validator",
    commands: [...servers, ...askers, "providers", "config"],
  },
  mock: {
    summary: "answer from the document's examples; with --local, only where no ledger can be run",
    commands: [...servers, ...askers],
  },
  host: {
    value: "ADDRESS",
    summary: "address to listen on",
    commands: listenersAndConfig,
    path: "server_config.host",
  },
  port: {
    value: "PORT",
    summary: "HTTP port; 0 takes a free one",
    commands: listenersAndConfig,
    path: "server_config.port",
  },
  "ws-port": {
    value: "PORT",
    summary: "WebSocket port; 0 takes a free one",
    commands: ["serve", "ws", "config"],
    path: "server_config.ws_port",
  },
  workers: {
    value: "N",
    summary: "number of processes that share the port",
    commands: listenersAndConfig,
    path: "server_config.workers",
  },
  network: {
    value: "ID",
    summary:
      "network for calls that select none; with call, send and subscribe, the network to ask (call also takes all); with providers, that of the address",
    commands: [...servers, ...askers, "providers", "config"],
    path: "default_network",
  },
  tools: {
    value: "LIST",
    summary: "categories or methods to offer as tools, separated by commas",
    commands: ["stdio", "serve", "web", "config"],
    path: "tools",
  },
  "read-only": {
    summary: "offer only tools that read; with keys new: only methods that change nothing",
    commands: ["stdio", "serve", "web", "config", "keys"],
    path: "read_only",
  },
  yes: {
    summary: "run tools that move funds or change networks without asking the user first",
    commands: ["stdio", "serve", "web", "config"],
    path: "skip_confirmation",
  },
  count: { value: "N", summary: "end after N notifications", commands: ["subscribe"] },
  commitment: {
    value: "LEVEL",
    summary: "wait until the transaction is confirmed (the default) or finalized",
    commands: ["send"],
  },
  all: { summary: "every network", commands: ["networks"], action: "reset" },
  force: {
    summary: "take it out even if no other upstream can take calls now",
    commands: ["upstreams"],
    action: "cordon",
  },
  id: { value: "ID", summary: "name of the key", commands: ["keys"], action: "new" },
  overlap: {
    value: "TIME",
    summary: "how long the old secret is taken, such as 30m, 24h or 7d (default: 24h)",
    commands: ["keys"],
    action: "rotate",
  },
  ...keyFlags,
  state: {
    value: "FILE",
    isFile: true,
    summary: "file for run-time changes of networks",
    path: "state_file",
  },
  url: {
    value: "URL",
    summary: "a running gateway to ask (default: SVM_GATEWAY_URL)",
    commands: [...askers, "networks", "upstreams", "keys", "config"],
  },
  json: {
    summary: "JSON for other programs instead of text for people",
    commands: [...askers, "methods", "networks", "upstreams", "keys", "providers", "config"],
  },
  "log-level": {
    value: "LEVEL",
    summary: "off, error, warn, info, debug or trace",
    path: "log.level",
  },
  version: { short: "v", summary: "print the version" },
  help: { short: "h", summary: "print help; after a command, help for that command" },
};

/** What a flag does, with the action that it belongs to. */
export function summaryOf({ summary, commands, action }: FlagDescription): string {
  return action === undefined ? summary : `with ${commands?.[0]} ${action}: ${summary}`;
}

/** Whether `--network` of a command says what to ask; elsewhere it is a setting. */
export function asksOneNetwork(command: Command): boolean {
  return askers.includes(command);
}

/** Whether a flag means something for a command. */
export function isFlagOf(command: Command, name: string): boolean {
  const commands = flagTable[name]?.commands;
  return commands === undefined || commands.includes(command);
}
