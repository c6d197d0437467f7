import { methods } from "../../../generated/methods.ts";
import { tools } from "../../../generated/tools.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { registrySnapshot } from "../../networks/registry/registry-entry.ts";
import type { Run } from "../options/arguments.ts";
import { type Command, commands, commandWords } from "../options/command-table.ts";
import { flagTable, isFlagOf, summaryOf } from "../options/flag-table.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import {
  bashCompletion,
  type CommandWords,
  type CompletionWords,
  type FlagWord,
  fishCompletion,
  type Word,
  zshCompletion,
} from "./completion/shell-scripts.ts";
import { subscriptionNames, subscriptionOf, subscriptionText } from "./known-subscriptions.ts";

const scripts: Readonly<Record<string, (words: CompletionWords) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion bash | zsh | fish`: prints the completion script of a shell. */
export async function runCommand({ action }: Run, io: CommandIo): Promise<number> {
  io.stdout.write(scripts[action]?.(completionWords()) ?? "");
  return 0;
}

/** The words that can be completed, from the tables of commands and flags and from the document. */
function completionWords(): CompletionWords {
  const named = [...commandWords].map(([name, command]) => commandWord(name, command));
  const names = named.map(({ text, meaning }) => ({ text, meaning }));
  const help = { text: "help", meaning: "print help" };
  const start: CommandWords = {
    text: "",
    meaning: "",
    flags: flagWords((flag) => isFlagOf("stdio", flag) || isFlagOf("http", flag)),
    words: [...names, help, { text: "version", meaning: "print the version" }],
  };
  return [start, ...named, { ...help, flags: [], words: names }];
}

function commandWord(text: string, command: Command): CommandWords {
  const { summary, actions = {}, names } = commands[command];
  const words =
    names === undefined
      ? Object.keys(actions).map((action) => ({ text: action, meaning: "" }))
      : namedWords[names]();
  return { text, meaning: summary, flags: flagWords((flag) => isFlagOf(command, flag)), words };
}

const namedWords: Readonly<Record<"methods" | "subscriptions", () => readonly Word[]>> = {
  methods: () =>
    Object.values(methods)
      .filter(({ kind }) => kind === "ledger" || kind === "network")
      .map(({ name }) => ({ text: name, meaning: titleOf(name) })),
  subscriptions: () =>
    subscriptionNames.map((text) => ({
      text,
      meaning: subscriptionText(subscriptionOf(text)?.subscribe ?? "")?.summary ?? "",
    })),
};

function titleOf(method: string): string {
  return tools.find(({ name }) => name === method)?.title ?? "";
}

function flagWords(isWanted: (flag: string) => boolean): readonly FlagWord[] {
  return Object.entries(flagTable).flatMap(([flag, description]) => {
    if (!isWanted(flag)) return [];
    const value = flagValue(flag, description);
    const long = { text: `--${flag}`, meaning: summaryOf(description), value };
    const { short } = description;
    return short === undefined ? [long] : [long, { ...long, text: `-${short}` }];
  });
}

function flagValue(flag: string, { value, isFile, path }: (typeof flagTable)[string]): FlagWord["value"] {
  if (value === undefined) return "none";
  if (isFile === true) return "file";
  if (flag === "network") return [...localNetworkIds, ...registrySnapshot().map(({ id }) => id), allNetworks];
  const words = path === undefined ? undefined : schemaAt(path)?.enum;
  return words === undefined ? "text" : words.map(String);
}
