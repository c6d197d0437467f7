import { allFlags, type Candidate, type CompletionTable } from "./completion-table.ts";

/** Flags with values, as patterns for a shell's `case`. */
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

/** Quotes text for POSIX shells. */
function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The loop of bash and zsh that finds the command, the number of arguments after it, and a flag still lacking its value. */
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
export function bashCompletion(commands: CompletionTable): string {
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
export function zshCompletion(commands: CompletionTable): string {
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
