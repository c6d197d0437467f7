import { allFlags, type CompletionWords, quoted, type Word } from "./completion-words.ts";

/** The script for zsh: read by `source`, or as a file named `_svm-gateway` on fpath. */
export function zshCompletion(words: CompletionWords): string {
  const patterns = (list: readonly Word[]) => list.map(({ text }) => text).join("|");
  const described = (list: readonly Word[]) =>
    list.map(({ text, meaning }) => quoted(meaning === "" ? text : `${text}:${meaning}`)).join(" ");
  const withValue = allFlags(words).filter(({ value }) => value !== "none");
  const files = withValue.filter(({ value }) => value === "file");
  const free = withValue.filter(({ value }) => value === "text");
  const chosen = withValue.flatMap(({ text, value }) => (typeof value === "string" ? [] : [{ text, value }]));
  return `#compdef ${words.program}
# Completion of ${words.program} for zsh: source <(${words.program} completion zsh)
_svm_gateway() {
  local current=\${words[CURRENT]} previous= command= place=0 value= word
  local -a candidates flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    previous=$word
    if [[ -n $value ]]; then value= previous=; continue; fi
    case $word in
      (${patterns(withValue)}) value=yes ;;
      (-*) ;;
      (*) if [[ -z $command ]]; then command=$word; else place=$((place + 1)); fi ;;
    esac
  done
  case $previous in
    (${patterns(files)}) _files; return ;;
${chosen.map(({ text, value }) => `    (${text}) compadd -- ${value.join(" ")}; return ;;`).join("\n")}
    (${patterns(free)}) _message value; return ;;
  esac
  case $command in
${words.commands.map((command) => `    (${quoted(command.text)}) candidates=(${described(command.words)}) flags=(${described(command.flags)}) ;;`).join("\n")}
  esac
  if [[ $current == -* ]]; then _describe -o flag flags
  elif ((place == 0)); then _describe word candidates; fi
}
if [[ \${funcstack[1]} == _svm_gateway ]]; then _svm_gateway "$@"; else compdef _svm_gateway ${words.program}; fi
`;
}
