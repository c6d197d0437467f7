import { methods } from "../../../generated/methods.ts";
import { tools } from "../../../generated/tools.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { registrySnapshot } from "../../networks/network-registry.ts";
import type { Candidate, CommandRow, CompletionTable, FlagWord } from "../completion/completion-table.ts";
import { fishCompletion } from "../completion/fish.ts";
import { bashCompletion, zshCompletion } from "../completion/posix-shells.ts";
import type { CommandContext } from "../options/arguments.ts";
import { type Command, commands, commandWords } from "../options/command-table.ts";
import { flagTable, isFlagOf, summaryOf } from "../options/flag-table.ts";
import { subscriptionNames, subscriptionOf, subscriptionText } from "./method-help.ts";

const scripts: Readonly<Record<string, (commands: CompletionTable) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion bash | zsh | fish`: prints the completion script of a shell. */
export async function runCommand({ action, stdout }: CommandContext): Promise<number> {
  stdout.write(scripts[action]?.(buildTable()) ?? "");
  return 0;
}

/** Builds the completions from the command and flag tables and the document. */
function buildTable(): CompletionTable {
  const rows = [...commandWords].map(([name, command]) => describeCommand(name, command));
  const names = rows.map(({ text, description }) => ({ text, description }));
  const help = { text: "help", description: "print help" };
  const start: CommandRow = {
    text: "",
    description: "",
    flags: flagWords((flag) => isFlagOf("stdio", flag) || isFlagOf("http", flag)),
    words: [...names, help, { text: "version", description: "print the version" }],
  };
  return [start, ...rows, { ...help, flags: [], words: names }];
}

function describeCommand(text: string, command: Command): CommandRow {
  const { summary, actions = {}, firstArgument } = commands[command];
  const words =
    firstArgument === undefined
      ? Object.keys(actions).map((action) => ({ text: action, description: "" }))
      : argumentCandidates[firstArgument]();
  return { text, description: summary, flags: flagWords((flag) => isFlagOf(command, flag)), words };
}

const argumentCandidates: Readonly<Record<"methods" | "subscriptions", () => readonly Candidate[]>> = {
  methods: () =>
    Object.values(methods)
      .filter(({ kind }) => kind === "ledger" || kind === "network")
      .map(({ name: text }) => ({ text, description: tools.find(({ name }) => name === text)?.title ?? "" })),
  subscriptions: () =>
    subscriptionNames.map((text) => ({
      text,
      description: subscriptionText(subscriptionOf(text)?.subscribe ?? "")?.summary ?? "",
    })),
};

function flagWords(isWanted: (flag: string) => boolean): readonly FlagWord[] {
  return Object.entries(flagTable).flatMap(([flag, description]) => {
    if (!isWanted(flag)) return [];
    const value = flagValue(flag, description);
    const long = { text: `--${flag}`, description: summaryOf(description), value };
    const { short } = description;
    return short === undefined ? [long] : [long, { ...long, text: `-${short}` }];
  });
}

function flagValue(flag: string, { value, path }: (typeof flagTable)[string]): FlagWord["value"] {
  if (value === undefined) return "none";
  if (value === "FILE") return "file";
  if (flag === "network") return [...localNetworkIds, ...registrySnapshot().map(({ id }) => id), allNetworks];
  const words = path === undefined ? undefined : schemaAt(path)?.enum;
  return words === undefined ? "text" : words.map(String);
}
