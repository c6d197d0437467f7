import { indentJson, type TokenKind } from "../../json/indent.ts";
import { printableJson } from "../../text/printable.ts";
import type { CommandIo, Output } from "./command-io.ts";
import { createStyle, type Style } from "./style.ts";

/** Prints a result as JSON if `json` is set, else as text. */
export function printResult(
  value: object,
  textOf: (style: Style) => string,
  { json }: { readonly json: boolean },
  { stdout, env }: CommandIo,
): void {
  const text = json ? printableJson(JSON.stringify(value, null, 2)) : textOf(createStyle(stdout, env));
  stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints JSON text, indented and coloured. With `isRaw`, prints it unchanged on one line. */
export function printJson(output: Output, text: string, isRaw: boolean, { env }: CommandIo): void {
  const shown = printableJson(text);
  if (isRaw) {
    output.write(`${shown}\n`);
    return;
  }
  const style = createStyle(output, env);
  const paints: Readonly<Record<TokenKind, (raw: string) => string>> = {
    key: style.cyan,
    string: style.green,
    number: style.yellow,
    literal: style.bold,
  };
  output.write(`${indentJson(shown, (kind, raw) => paints[kind](raw))}\n`);
}
