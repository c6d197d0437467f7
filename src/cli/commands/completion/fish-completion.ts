import { allFlags, type CompletionWords, type FlagWord } from "./completion-words.ts";

/** The script for fish. */
export function fishCompletion(words: CompletionWords): string {
  const withValue = allFlags(words).filter(({ value, text }) => value !== "none" && text.startsWith("--"));
  return `# Completion of ${words.program} for fish: ${words.program} completion fish | source
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
${words.commands
  .filter((command) => command.words.length > 0)
  .map(wordsCase)
  .join("\n")}
    end
end
complete -c ${words.program} -f -a '(__svm_gateway_words)'
${allFlags(words)
  .filter(({ text }) => text.startsWith("--"))
  .map((flag) => flagLine(words, flag))
  .join("\n")}
`;
}

function wordsCase({ text, words }: CompletionWords["commands"][number]): string {
  const lines = words.map(
    ({ text: word, meaning }) => `            echo ${quotedText(word)}\\t${quotedText(meaning)}`,
  );
  return [`        case ${quotedText(text)}`, ...lines].join("\n");
}

function flagLine({ program, commands }: CompletionWords, { text, meaning, value }: FlagWord): string {
  const owners = commands.filter(({ flags }) => flags.some((flag) => flag.text === text));
  const isOfAll = owners.length === commands.length;
  const condition = isOfAll
    ? []
    : [
        `-n ${quotedText(`__svm_gateway_command ${owners.map((owner) => quotedText(owner.text)).join(" ")}`)}`,
      ];
  return [
    `complete -c ${program}`,
    ...condition,
    `-l ${text.slice(2)}`,
    ...valueOptions(value),
    `-d ${quotedText(meaning)}`,
  ].join(" ");
}

function valueOptions(value: FlagWord["value"]): readonly string[] {
  if (value === "none") return [];
  if (value === "file") return ["-r", "-F"];
  return value === "text" ? ["-x"] : [`-x -a ${quotedText(value.join(" "))}`];
}

/** Text in single quotes, as fish reads it. */
function quotedText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
