import { tools } from "../../../generated/tools.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { createSearch } from "../../text/search.ts";
import type { CommandContext } from "../options/arguments.ts";
import { printResult, renderTable } from "../terminal/terminal.ts";

const maxMatches = 20;

/** `methods [WORDS...]`: lists all methods, or the best matches for the words. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { words, flags } = context;
  const shown = tools.filter(({ hidden }) => hidden !== true);
  const found = words.length === 0 ? shown : createSearch(shown)(words.join(" "), maxMatches);
  const methods = found.map(({ name, title }) => ({ name, title }));
  printResult(
    { methods },
    (style) => renderTable(methods.map(({ name, title }) => [style.cyan(name), title ?? ""])),
    context,
  );
  if (flags.json || methods.length > 0) return 0;
  const names = shown.map(({ name }) => name);
  const hint = didYouMean(nearest(words.join(""), names, 3), "svm-gateway methods lists all");
  context.stderr.write(`no method matches ${JSON.stringify(words.join(" "))}; ${hint}\n`);
  return 1;
}
