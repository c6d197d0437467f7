import { allFlags, type CommandRow, type CompletionTable, type FlagWord } from "./completion-table.ts";

/** Writes the script for fish. */
export function fishCompletion(commands: CompletionTable): string {
  const flags = allFlags(commands).filter(({ text }) => text.startsWith("--"));
  const withValue = flags.filter(({ value }) => value !== "none");
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
${flags.map((flag) => fishFlagLine(commands, flag)).join("\n")}
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
  const isOwner = `__svm_gateway_command ${owners.map((owner) => fishQuoted(owner.text)).join(" ")}`;
  const condition = owners.length === commands.length ? [] : [`-n ${fishQuoted(isOwner)}`];
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

/** Quotes text for fish. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
