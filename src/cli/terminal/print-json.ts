import { indentJson, type TokenKind } from "../../json/indent.ts";
import { printableJson } from "../../text/printable.ts";
import type { CommandIo, Output } from "./command-io.ts";
import { createStyle } from "./style.ts";

/** Prints JSON text: indented and coloured for people, or unchanged on one line when `isJson` is set. */
export function printJson(output: Output, text: string, isJson: boolean, { env }: CommandIo): void {
  const shown = printableJson(text);
  if (isJson) {
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
