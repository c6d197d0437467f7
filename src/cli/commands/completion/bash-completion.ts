import { allFlags, type CompletionWords, quoted } from "./completion-words.ts";

/** The script for bash, 3.2 of macOS included. */
export function bashCompletion(words: CompletionWords): string {
  const flags = allFlags(words);
  const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text).join(" ");
  const patterns = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text).join("|");
  const withValue = flags.filter(({ value }) => value !== "none");
  const files = withValue.filter(({ value }) => value === "file");
  const free = withValue.filter(({ value }) => value === "text");
  const chosen = withValue.flatMap(({ text, value }) => (typeof value === "string" ? [] : [{ text, value }]));
  return `# Completion of ${words.program} for bash: source <(${words.program} completion bash)
_svm_gateway() {
  local line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]} previous= command= place=0 value= word candidates flags
  local -a typed
  COMPREPLY=()
  # Split at blanks only: bash itself splits addresses at their colons.
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] || typed=("\${typed[@]:0:\${#typed[@]}-1}")
  for word in "\${typed[@]:1}"; do
    previous=$word
    if [[ -n $value ]]; then value= previous=; continue; fi
    case $word in
      ${patterns(withValue)}) value=yes ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; else place=$((place + 1)); fi ;;
    esac
  done
  case $previous in
    ${patterns(files)})
      local IFS=$'\\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$current"))
      return ;;
${chosen.map(({ text, value }) => `    ${text}) COMPREPLY=($(compgen -W ${quoted(value.join(" "))} -- "$current")); return ;;`).join("\n")}
    ${patterns(free)}) return ;;
  esac
  case $command in
${words.commands.map((command) => `    ${quoted(command.text)}) candidates=${quoted(texts(command.words))} flags=${quoted(texts(command.flags))} ;;`).join("\n")}
  esac
  if [[ $current == -* ]]; then candidates=$flags; elif ((place > 0)); then candidates=; fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -F _svm_gateway ${words.program}
`;
}
