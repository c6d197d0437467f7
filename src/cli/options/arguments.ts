import { parseArgs } from "node:util";
import type { Setting } from "../../config/config-source.ts";
import type { ConfigFlags } from "../../config/load-config.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { orList } from "../../text/or-list.ts";
import { type Command, commands, commandWords, writtenCommand } from "./command-table.ts";
import { asksOneNetwork, flagTable, isFlagOf } from "./flag-table.ts";
import { keyFrom } from "./key-flags.ts";

/** Exit code of a command line that can't be understood. */
export const usageExitCode = 2;

/** What the flags say; those that set configuration keys are in `settings`. */
export interface Flags extends ConfigFlags {
  readonly settings: readonly Setting[];
  readonly local: boolean;
  readonly mock: boolean;
  readonly json: boolean;
  /** `--all` of `networks reset`. */
  readonly all: boolean;
  /** `--force` of `upstreams cordon`. */
  readonly force: boolean;
  /** `--network` of `call`, `subscribe` and `send`: an id, or `all`. Elsewhere it is a setting. */
  readonly network: string | undefined;
  /** `--url`: a running gateway. */
  readonly url: string | undefined;
  /** `--count`, as it was written. */
  readonly count: string | undefined;
  /** What the flags of `keys new` say about the key, as a file of keys has it. */
  readonly key: Readonly<Record<string, unknown>>;
  /** `--overlap` of `keys rotate`, as it was written. */
  readonly overlap: string | undefined;
  /** `--commitment` of `send`, as it was written. */
  readonly commitment: string | undefined;
}

/** A command line as it was understood, or what is wrong with it. */
export type Arguments =
  | {
      readonly kind: "run";
      readonly command: Command;
      readonly words: readonly string[];
      readonly flags: Flags;
    }
  | {
      readonly kind: "help";
      readonly command: Command | undefined;
      /** The method of `call METHOD --help`, or the name of `subscribe NAME --help`. */
      readonly method?: string;
    }
  | { readonly kind: "version" }
  | { readonly kind: "fault"; readonly message: string };

interface Given {
  readonly words: string[];
  readonly flags: Map<string, string | true>;
}

/**
 * Parses the arguments after the program's name. A fault says what is wrong and what may have been meant.
 */
export function parseArguments(argv: readonly string[]): Arguments {
  const given: Given = { words: [], flags: new Map() };
  const unknown = collect(argv, given);
  if (unknown !== undefined) return { kind: "fault", message: unknown };
  const [word, ...rest] = given.words;
  if (word === "help") return helpFor(rest[0]);
  if (word === "version") return { kind: "version" };
  const command = commandOf(word, given);
  if (command === undefined) return { kind: "fault", message: unknownCommand(word ?? "") };
  const [method] = rest;
  if (given.flags.has("help")) {
    if (typeof commands[command].choices === "string" && method !== undefined)
      return { kind: "help", command, method };
    return { kind: "help", command: word === undefined && command !== "http" ? undefined : command };
  }
  if (given.flags.has("version")) return { kind: "version" };
  const message = faultOf(command, word, rest, given);
  if (message !== undefined) return { kind: "fault", message };
  return { kind: "run", command, words: rest, flags: flagsOf(command, given.flags) };
}

/** Sorts words and flags; returns the first fault. */
function collect(argv: readonly string[], given: Given): string | undefined {
  const options = Object.fromEntries(
    Object.entries(flagTable).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short && { short }) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "positional") given.words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const flag = Object.hasOwn(flagTable, name) ? flagTable[name] : undefined;
    if (flag === undefined) return unknownFlag(rawName);
    if (flag.value === undefined && value !== undefined) {
      return `${rawName} takes no value, got ${JSON.stringify(value)}`;
    }
    if (flag.value !== undefined && isMissing(value, token.inlineValue)) {
      return `${rawName} needs a value: ${rawName} ${flag.value}`;
    }
    given.flags.set(name, value ?? true);
  }
  return undefined;
}

/** A value that begins like a flag is the next flag, unless it was written with an equals sign. */
function isMissing(value: string | undefined, isInline: boolean | undefined): boolean {
  return value === undefined || value === "" || (value.startsWith("--") && isInline !== true);
}

function unknownFlag(rawName: string): string {
  if (/^-\d/.test(rawName)) return `unknown flag ${rawName}; an argument that starts with - goes after --`;
  const near = nearest(rawName.replace(/^-+/, ""), Object.keys(flagTable), 1).map((name) => `--${name}`);
  return `unknown flag ${rawName}; ${didYouMean(near, "svm-gateway --help lists the flags")}`;
}

function unknownCommand(word: string): string {
  const hint = didYouMean(nearest(word, commandWords.keys(), 1), "svm-gateway --help lists the commands");
  return `unknown command ${JSON.stringify(word)}; ${hint}`;
}

function commandOf(word: string | undefined, { flags }: Given): Command | undefined {
  if (word === undefined) return flags.has("http") ? "http" : "stdio";
  return commandWords.get(word);
}

function helpFor(word: string | undefined): Arguments {
  if (word === undefined) return { kind: "help", command: undefined };
  const command = word === "http" || word === "--http" ? "http" : commandWords.get(word);
  return command === undefined ? { kind: "fault", message: unknownCommand(word) } : { kind: "help", command };
}

function faultOf(
  command: Command,
  word: string | undefined,
  rest: readonly string[],
  { flags }: Given,
): string | undefined {
  if (flags.has("http") && word !== undefined) return `--http is used in place of a command, got ${word}`;
  for (const name of flags.keys()) {
    if (isFlagOf(command, name)) continue;
    const owners = flagTable[name]?.commands ?? [];
    return `--${name} is not a flag of ${writtenCommand(command)}; it belongs to ${orList(owners.map(writtenCommand))}`;
  }
  const {
    words: [min, max],
    usage,
  } = commands[command];
  if (rest.length < min) return `${command} needs ${usage}`;
  if (rest.length <= max) return undefined;
  const expected = usage === "" ? "takes no arguments" : `takes ${usage}`;
  return `${command} ${expected}; ${JSON.stringify(rest[max])} is one too many`;
}

function flagsOf(command: Command, given: ReadonlyMap<string, string | true>): Flags {
  const text = (name: string) => {
    const value = given.get(name);
    return value === true ? undefined : value;
  };
  const portPath = command === "ws" ? "server_config.ws_port" : "server_config.port";
  return {
    config: text("config"),
    settings: settingsOf(command, given, portPath),
    ...(command === "http" ? { defaults: { "server_config.port": 8080 } } : {}),
    portPath,
    local: given.has("local"),
    mock: given.has("mock"),
    json: given.has("json"),
    all: given.has("all"),
    force: given.has("force"),
    network: asksOneNetwork(command) ? text("network") : undefined,
    url: text("url"),
    count: text("count"),
    key: command === "keys" ? keyFrom(given) : {},
    overlap: text("overlap"),
    commitment: text("commitment"),
  };
}

/**
 * In the order of the table, so that `--ws-port` wins over `--port` for `ws`, if both set the one port.
 */
function settingsOf(
  command: Command,
  given: ReadonlyMap<string, string | true>,
  portPath: string,
): Setting[] {
  const settings: Setting[] = [];
  const [localId] = localNetworkIds;
  if (given.has("local")) settings.push(settingOf("default_network", localId, "local"));
  for (const [name, { path }] of Object.entries(flagTable)) {
    const value = given.get(name);
    if (value === undefined || path === undefined) continue;
    if ((name === "network" && asksOneNetwork(command)) || (name === "read-only" && command === "keys"))
      continue;
    settings.push(settingOf(name === "port" ? portPath : path, value, name));
  }
  return settings;
}

function settingOf(path: string, value: string | true, flag: string): Setting {
  return { path, value, source: { kind: "flag", name: `--${flag}` } };
}
