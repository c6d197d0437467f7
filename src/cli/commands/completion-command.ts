import { methods } from "../../../generated/methods.ts";
import { tools } from "../../../generated/tools.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { registrySnapshot } from "../../networks/registry/registry-snapshot.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { orList } from "../../text/or-list.ts";
import { usageExitCode } from "../options/arguments.ts";
import { type Command, commands, commandWords } from "../options/command-table.ts";
import { flagTable, isFlagOf } from "../options/flag-table.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { bashCompletion } from "./completion/bash-completion.ts";
import type { CommandWords, CompletionWords, FlagWord, Word } from "./completion/completion-words.ts";
import { fishCompletion } from "./completion/fish-completion.ts";
import { zshCompletion } from "./completion/zsh-completion.ts";
import { subscriptionNames, subscriptionOf, subscriptionText } from "./known-subscriptions.ts";

const shells: Readonly<Record<string, (words: CompletionWords) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion bash | zsh | fish`: prints the script of a shell; returns the exit code. */
export function runCompletionCommand([shell = ""]: readonly string[], io: CommandIo): number {
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined) {
    const known = Object.keys(shells);
    const hint = didYouMean(nearest(shell, known, 1), `use ${orList(known)}`);
    io.stderr.write(`unknown shell ${JSON.stringify(shell)}; ${hint}\n`);
    return usageExitCode;
  }
  io.stdout.write(script(completionWords()));
  return 0;
}

/** What can be typed, from the tables of commands and flags and from the document. */
function completionWords(): CompletionWords {
  const named = [...commandWords].map(([name, command]) => commandWord(name, command));
  const names = named.map(({ text, meaning }) => ({ text, meaning }));
  const further = [
    { text: "help", meaning: "print help" },
    { text: "version", meaning: "print the version" },
  ];
  const start: CommandWords = {
    text: "",
    meaning: "",
    flags: flagWords((flag) => isFlagOf("stdio", flag) || isFlagOf("http", flag)),
    words: [...names, ...further],
  };
  const help: CommandWords = { text: "help", meaning: "print help", flags: [], words: names };
  return { program: "svm-gateway", commands: [start, ...named, help] };
}

function commandWord(text: string, command: Command): CommandWords {
  const { summary, choices = [] } = commands[command];
  const words =
    choices === "methods"
      ? methodWords()
      : choices === "subscriptions"
        ? subscriptionNames.map((name) => ({ text: name, meaning: subscriptionMeaning(name) }))
        : choices.map((choice) => ({ text: choice, meaning: "" }));
  return { text, meaning: summary, flags: flagWords((flag) => isFlagOf(command, flag)), words };
}

function methodWords(): readonly Word[] {
  return Object.values(methods)
    .filter(({ kind }) => kind === "ledger" || kind === "network")
    .map(({ name }) => ({ text: name, meaning: titleOf(name) }));
}

function subscriptionMeaning(name: string): string {
  return subscriptionText(subscriptionOf(name)?.subscribe ?? "")?.summary ?? "";
}

function titleOf(method: string): string {
  return tools.find(({ name }) => name === method)?.title ?? "";
}

function flagWords(isWanted: (flag: string) => boolean): readonly FlagWord[] {
  return Object.entries(flagTable).flatMap(([flag, { summary, short, ...description }]) => {
    if (!isWanted(flag)) return [];
    const value = flagValue(flag, description);
    const long = { text: `--${flag}`, meaning: summary, value };
    return short === undefined ? [long] : [long, { ...long, text: `-${short}` }];
  });
}

function flagValue(
  flag: string,
  { value, isFile, path }: Omit<(typeof flagTable)[string], "summary">,
): FlagWord["value"] {
  if (value === undefined) return "none";
  if (isFile === true) return "file";
  if (flag === "network") return [...localNetworkIds, ...registrySnapshot().map(({ id }) => id), allNetworks];
  const words = path === undefined ? undefined : schemaAt(path)?.enum;
  return words === undefined ? "text" : words.map(String);
}
