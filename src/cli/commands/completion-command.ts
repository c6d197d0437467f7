import { methods } from "../../../generated/methods.ts";
import { tools } from "../../../generated/tools.ts";
import { schemaAt } from "../../config/config-schema.ts";
import { allNetworks } from "../../gateway/select-networks.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { registrySnapshot } from "../../networks/registry/network-registry.ts";
import type { Run } from "../options/arguments.ts";
import { type Command, commands, commandWords } from "../options/command-table.ts";
import { flagTable, isFlagOf, summaryOf } from "../options/flag-table.ts";
import type { CommandIo } from "../terminal/terminal.ts";
import { subscriptionNames, subscriptionOf, subscriptionText } from "./method-help.ts";

const scripts: Readonly<Record<string, (commands: CompletionTable) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion bash | zsh | fish`: prints the completion script of a shell. */
export async function runCommand({ action }: Run, { stdout }: CommandIo): Promise<number> {
  stdout.write(scripts[action]?.(buildTable()) ?? "");
  return 0;
}

/** The words that can complete a command line, from the tables of commands and flags and from the document. */
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

function flagValue(flag: string, { value, isFile, path }: (typeof flagTable)[string]): FlagWord["value"] {
  if (value === undefined) return "none";
  if (isFile === true) return "file";
  if (flag === "network") return [...localNetworkIds, ...registrySnapshot().map(({ id }) => id), allNetworks];
  const words = path === undefined ? undefined : schemaAt(path)?.enum;
  return words === undefined ? "text" : words.map(String);
}

/** A word that the shell can offer, with the description that zsh and fish show. */
interface Candidate {
  readonly text: string;
  readonly description: string;
}

/** A flag and the kind of its value. */
interface FlagWord extends Candidate {
  /** The value that follows the flag: none, a file name, any text, or one of these words. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** A command and what may follow it. */
interface CommandRow extends Candidate {
  readonly flags: readonly FlagWord[];
  /** The words that may come first after it. */
  readonly words: readonly Candidate[];
}

/** All commands. The row with an empty `text` is for the start of the line: its words are the names of the commands. */
type CompletionTable = readonly CommandRow[];

/** The flags of all commands without duplicates. */
function allFlags(commands: CompletionTable): readonly FlagWord[] {
  const byText = new Map(commands.flatMap(({ flags }) => flags.map((flag) => [flag.text, flag] as const)));
  return [...byText.values()];
}

/** The flags that take a value, as patterns of a shell's `case`. */
function flagsWithValue(commands: CompletionTable) {
  const withValue = allFlags(commands).filter(({ value }) => value !== "none");
  const joined = (list: readonly Candidate[]) => list.map(({ text }) => text).join("|");
  return {
    all: joined(withValue),
    withFile: joined(withValue.filter(({ value }) => value === "file")),
    withText: joined(withValue.filter(({ value }) => value === "text")),
    withChoices: withValue.flatMap(({ text, value }) =>
      typeof value === "string" ? [] : [{ text, choices: value.join(" ") }],
    ),
  };
}

/** Text in single quotes, as POSIX shells read it. */
function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The loop of bash and zsh that finds the command, how many words follow it, and a flag that waits for its value. */
function wordLoop(words: string, valuedFlags: string): string {
  return `  for word in "\${${words}}"; do
    previous=$word
    if [[ -n $value ]]; then value= previous=; continue; fi
    case $word in
      (${valuedFlags}) value=yes ;;
      (-*) ;;
      (*) if [[ -z $command ]]; then command=$word; else place=$((place + 1)); fi ;;
    esac
  done`;
}

/** Writes the script for bash 3.2 (macOS) and later. */
function bashCompletion(commands: CompletionTable): string {
  const flags = flagsWithValue(commands);
  const texts = (list: readonly Candidate[]) => list.map(({ text }) => text).join(" ");
  return `# Completion of svm-gateway for bash: source <(svm-gateway completion bash)
_svm_gateway() {
  local line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]} previous= command= place=0 value= word candidates flags
  local -a typed
  COMPREPLY=()
  # Split at blanks only: bash itself splits addresses at their colons.
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] || typed=("\${typed[@]:0:\${#typed[@]}-1}")
${wordLoop("typed[@]:1", flags.all)}
  case $previous in
    ${flags.withFile})
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$current"))
      return ;;
${flags.withChoices.map(({ text, choices }) => `    ${text}) COMPREPLY=($(compgen -W ${posixQuoted(choices)} -- "$current")); return ;;`).join("\n")}
    ${flags.withText}) return ;;
  esac
  case $command in
${commands.map((command) => `    ${posixQuoted(command.text)}) candidates=${posixQuoted(texts(command.words))} flags=${posixQuoted(texts(command.flags))} ;;`).join("\n")}
  esac
  if [[ $current == -* ]]; then candidates=$flags; elif ((place > 0)); then candidates=; fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -F _svm_gateway svm-gateway
`;
}

/** Writes the script for zsh, to be sourced or saved as `_svm-gateway` on fpath. */
function zshCompletion(commands: CompletionTable): string {
  const flags = flagsWithValue(commands);
  const described = (list: readonly Candidate[]) =>
    list
      .map(({ text, description }) => posixQuoted(description === "" ? text : `${text}:${description}`))
      .join(" ");
  return `#compdef svm-gateway
# Completion of svm-gateway for zsh: source <(svm-gateway completion zsh)
_svm_gateway() {
  local current=\${words[CURRENT]} previous= command= place=0 value= word
  local -a candidates flags
${wordLoop("(@)words[2,CURRENT-1]", flags.all)}
  case $previous in
    (${flags.withFile}) _files; return ;;
${flags.withChoices.map(({ text, choices }) => `    (${text}) compadd -- ${choices}; return ;;`).join("\n")}
    (${flags.withText}) _message value; return ;;
  esac
  case $command in
${commands.map((command) => `    (${posixQuoted(command.text)}) candidates=(${described(command.words)}) flags=(${described(command.flags)}) ;;`).join("\n")}
  esac
  if [[ $current == -* ]]; then _describe -o flag flags
  elif ((place == 0)); then _describe word candidates; fi
}
if [[ \${funcstack[1]} == _svm_gateway ]]; then _svm_gateway "$@"; else compdef _svm_gateway svm-gateway; fi
`;
}

function fishCompletion(commands: CompletionTable): string {
  const withValue = allFlags(commands).filter(({ value, text }) => value !== "none" && text.startsWith("--"));
  return `# Completion of svm-gateway for fish: svm-gateway completion fish | source
function __svm_gateway_typed
    set -l value
    for word in (commandline -opc)[2..-1]
        if test -n "$value"
            set value
            continue
        end
        switch $word
            case ${withValue.map(({ text }) => text).join(" ")}
                set value yes
            case '-*'
            case '*'
                echo $word
        end
    end
end
function __svm_gateway_command
    set -l typed (__svm_gateway_typed)
    contains -- "$typed[1]" $argv
end
function __svm_gateway_words
    set -l typed (__svm_gateway_typed)
    test (count $typed) -le 1; or return
    switch "$typed[1]"
${commands
  .filter((command) => command.words.length > 0)
  .map(fishWordsCase)
  .join("\n")}
    end
end
complete -c svm-gateway -f -a '(__svm_gateway_words)'
${allFlags(commands)
  .filter(({ text }) => text.startsWith("--"))
  .map((flag) => fishFlagLine(commands, flag))
  .join("\n")}
`;
}

function fishWordsCase({ text, words }: CommandRow): string {
  const lines = words.map(
    ({ text: word, description }) => `            echo ${fishQuoted(word)}\\t${fishQuoted(description)}`,
  );
  return [`        case ${fishQuoted(text)}`, ...lines].join("\n");
}

function fishFlagLine(commands: CompletionTable, { text, description, value }: FlagWord): string {
  const owners = commands.filter(({ flags }) => flags.some((flag) => flag.text === text));
  const isCommon = owners.length === commands.length;
  const condition = isCommon
    ? []
    : [
        `-n ${fishQuoted(`__svm_gateway_command ${owners.map((owner) => fishQuoted(owner.text)).join(" ")}`)}`,
      ];
  return [
    "complete -c svm-gateway",
    ...condition,
    `-l ${text.slice(2)}`,
    ...fishValueOptions(value),
    `-d ${fishQuoted(description)}`,
  ].join(" ");
}

function fishValueOptions(value: FlagWord["value"]): readonly string[] {
  if (value === "none") return [];
  if (value === "file") return ["-r", "-F"];
  return value === "text" ? ["-x"] : [`-x -a ${fishQuoted(value.join(" "))}`];
}

/** Text in single quotes, as fish reads it. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
