import { parseArgs } from "node:util";
import type { Setting } from "../../config/effective-values.ts";
import type { ConfigFlags } from "../../config/load-config.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { orList } from "../../text/wording.ts";
import type { CommandIo } from "../terminal/terminal.ts";
import {
  type Command,
  commandSyntax,
  commands,
  commandWords,
  missingArgumentError,
  UsageError,
} from "./command-table.ts";
import { actionOfFlag, callsNetwork, flagTable, isFlagOf, keyFrom } from "./flag-table.ts";

/** Parsed flags. Those that set configuration keys are in `settings`. */
export interface Flags extends ConfigFlags {
  readonly settings: readonly Setting[];
  readonly local: boolean;
  readonly mock: boolean;
  readonly json: boolean;
  /** `--all` of `networks reset`. */
  readonly all: boolean;
  /** `--force` of `upstreams cordon`. */
  readonly force: boolean;
  /** `--network` of `call`, `subscribe` and `send`: an id or `all`. For other commands it is in `settings`. */
  readonly network: string | undefined;
  /** `--url`: the address of a running gateway. */
  readonly url: string | undefined;
  /** `--count`, unvalidated. */
  readonly count: string | undefined;
  /** The key that the flags of `keys new` describe, in the form of a key file. */
  readonly key: Readonly<Record<string, unknown>>;
  /** `--overlap` of `keys rotate`, unvalidated. */
  readonly overlap: string | undefined;
  /** `--commitment` of `send`, unvalidated. */
  readonly commitment: string | undefined;
}

/** A command with its action, arguments and flags. */
export interface ParsedCommand {
  readonly kind: "run";
  readonly command: Command;
  /** Positional arguments after the command and its action. */
  readonly words: readonly string[];
  /** One of the command's actions; "" if the command has none. */
  readonly action: string;
  readonly flags: Flags;
}

/** A parsed command with its streams and environment. */
export interface CommandContext extends CommandIo, ParsedCommand {}

/** A parsed command line. */
export type Arguments =
  | ParsedCommand
  | {
      readonly kind: "help";
      readonly command: Command | undefined;
      /** The method of `call METHOD --help`, or the name of `subscribe NAME --help`. */
      readonly method?: string;
    }
  | { readonly kind: "version" };

interface Tokens {
  readonly words: string[];
  readonly flags: Map<string, string | true>;
}

/** Parses the arguments after the program's name. Throws a `UsageError` that names the mistake and suggests a fix. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { words, flags } = tokenize(argv);
  const [word, ...rest] = words;
  if (word === "help")
    return { kind: "help", command: rest[0] === undefined ? undefined : commandForHelp(rest[0]) };
  if (word === "version") return { kind: "version" };
  const command = word === undefined ? (flags.has("http") ? "http" : "stdio") : commandOf(word);
  const [method] = rest;
  if (flags.has("help")) {
    if (commands[command].firstArgument !== undefined && method !== undefined)
      return { kind: "help", command, method };
    return { kind: "help", command: word === undefined && command !== "http" ? undefined : command };
  }
  if (flags.has("version")) return { kind: "version" };
  if (flags.has("http") && word !== undefined)
    throw new UsageError(`--http replaces the command: leave out ${word} or --http`);
  checkFlags(command, flags);
  const parsed =
    commands[command].actions === undefined ? { action: "", words: rest } : actionOf(command, rest);
  checkAction(command, parsed.action, flags);
  checkArgumentCount(command, parsed);
  return { kind: "run", command, ...parsed, flags: flagsOf(command, flags) };
}

/** Separates positional arguments from flags. Rejects unknown flags, missing values and unexpected values. */
function tokenize(argv: readonly string[]): Tokens {
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
  const found: Tokens = { words: [], flags: new Map() };
  for (const token of tokens) {
    if (token.kind === "positional") found.words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const flag = Object.hasOwn(flagTable, name) ? flagTable[name] : undefined;
    if (flag === undefined) throw unknownFlagError(rawName);
    if (flag.value === undefined && value !== undefined)
      throw new UsageError(`${rawName} takes no value, got ${JSON.stringify(value)}`);
    if (flag.value !== undefined && isMissing(value, token.inlineValue))
      throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}`);
    found.flags.set(name, value ?? true);
  }
  return found;
}

/** In `--port --json`, `--json` is the next flag; in `--port=--json`, it is the value. */
function isMissing(value: string | undefined, isInline: boolean | undefined): boolean {
  return value === undefined || value === "" || (value.startsWith("--") && isInline !== true);
}

function unknownFlagError(rawName: string): UsageError {
  if (/^-\d/.test(rawName))
    return new UsageError(`unknown flag ${rawName}; an argument that starts with - goes after --`);
  const near = nearest(rawName.replace(/^-+/, ""), Object.keys(flagTable), 1).map((name) => `--${name}`);
  return new UsageError(`unknown flag ${rawName}; ${didYouMean(near, "svm-gateway --help lists the flags")}`);
}

function commandOf(word: string): Command {
  const command = commandWords.get(word);
  if (command !== undefined) return command;
  const hint = didYouMean(nearest(word, commandWords.keys(), 1), "svm-gateway --help lists the commands");
  throw new UsageError(`unknown command ${JSON.stringify(word)}; ${hint}`);
}

function commandForHelp(word: string): Command {
  return word === "http" || word === "--http" ? "http" : commandOf(word);
}

function checkFlags(command: Command, flags: Tokens["flags"]): void {
  for (const name of flags.keys()) {
    if (isFlagOf(command, name)) continue;
    const owners = flagTable[name]?.commands ?? [];
    throw new UsageError(
      `--${name} is not a flag of ${commandSyntax(command)}; it belongs to ${orList(owners.map(commandSyntax))}`,
    );
  }
}

/** Splits the words after a command into the action and its arguments. */
function actionOf(command: Command, positionals: readonly string[]): Pick<ParsedCommand, "action" | "words"> {
  const actions = commands[command].actions ?? {};
  const [action = Object.hasOwn(actions, "list") ? "list" : undefined, ...words] = positionals;
  const names = Object.keys(actions);
  if (action === undefined) throw missingArgumentError(command, orList(names));
  if (Object.hasOwn(actions, action)) return { action, words };
  const hint = didYouMean(nearest(action, names, 1), `use ${orList(names)}`);
  throw new UsageError(`unknown action ${JSON.stringify(action)} of ${command}; ${hint}`);
}

function checkAction(command: Command, action: string, flags: Tokens["flags"]): void {
  for (const name of flags.keys()) {
    const wanted = actionOfFlag(command, name);
    if (wanted !== undefined && wanted !== action)
      throw new UsageError(`--${name} goes with ${command} ${wanted}, not with ${command} ${action}`);
  }
}

/** Checks the number of arguments. */
function checkArgumentCount(
  command: Command,
  { action, words }: Pick<ParsedCommand, "action" | "words">,
): void {
  const { usage = [""], actions } = commands[command];
  const [text, min = 0, max = min] = actions?.[action] ?? usage;
  const written = `${commandSyntax(command)} ${action}`.trim();
  if (words.length < min)
    throw missingArgumentError(
      written,
      text.split(" ").slice(words.length, min).join(" and ").replaceAll("|", " or "),
    );
  if (words.length <= max) return;
  const expected = text === "" ? "no arguments" : text;
  throw new UsageError(`${written} takes ${expected}; ${JSON.stringify(words[max])} is one too many`);
}

function flagsOf(command: Command, values: ReadonlyMap<string, string | true>): Flags {
  const text = (name: string) => {
    const value = values.get(name);
    return value === true ? undefined : value;
  };
  const portPath = command === "ws" ? "server_config.ws_port" : "server_config.port";
  return {
    config: text("config"),
    settings: settingsOf(command, values, portPath),
    ...(command === "http" ? { defaults: { "server_config.port": 8080 } } : {}),
    portPath,
    local: values.has("local"),
    mock: values.has("mock"),
    json: values.has("json"),
    all: values.has("all"),
    force: values.has("force"),
    network: callsNetwork(command) ? text("network") : undefined,
    url: text("url"),
    count: text("count"),
    key: command === "keys" ? keyFrom(values) : {},
    overlap: text("overlap"),
    commitment: text("commitment"),
  };
}

/** Settings in flag-table order: with `ws`, `--port` and `--ws-port` set the same port, and `--ws-port` must win. */
function settingsOf(
  command: Command,
  values: ReadonlyMap<string, string | true>,
  portPath: string,
): Setting[] {
  const settings: Setting[] = [];
  const [localId] = localNetworkIds;
  if (values.has("local")) settings.push(settingOf("default_network", localId, "local"));
  for (const [name, { path }] of Object.entries(flagTable)) {
    const value = values.get(name);
    if (value === undefined || path === undefined) continue;
    if ((name === "network" && callsNetwork(command)) || (name === "read-only" && command === "keys"))
      continue;
    settings.push(settingOf(name === "port" ? portPath : path, value, name));
  }
  return settings;
}

function settingOf(path: string, value: string | true, flag: string): Setting {
  return { path, value, source: { kind: "flag", name: `--${flag}` } };
}
