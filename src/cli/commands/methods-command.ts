import { tools } from "../../../generated/tools.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { createSearch } from "../../text/search.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";

const maxFound = 20;

/** `methods [WORDS...]`: lists every method that can be called, or those that match the words, best first; returns the exit code. */
export function runMethodsCommand(words: readonly string[], isJson: boolean, io: CommandIo): number {
  const shown = tools.filter(({ hidden }) => hidden !== true);
  const found = words.length === 0 ? shown : createSearch(shown)(words.join(" "), maxFound);
  const listed = found.map(({ name, title }) => ({ name, title }));
  if (isJson) {
    io.stdout.write(`${JSON.stringify({ methods: listed }, null, 2)}\n`);
    return 0;
  }
  const style = createStyle(io.stdout, io.env);
  io.stdout.write(renderTable(listed.map(({ name, title }) => [style.cyan(name), title ?? ""])));
  if (listed.length > 0) return 0;
  const near = nearest(
    words.join(""),
    shown.map(({ name }) => name),
    3,
  );
  io.stderr.write(`no method matches these words; ${didYouMean(near, "svm-gateway methods lists all")}\n`);
  return 1;
}
