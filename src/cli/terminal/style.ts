import { inspect } from "node:util";
import { printableText } from "../../text/printable.ts";
import type { CommandIo, Output } from "./command-io.ts";

/** Colours of terminal output; plain text if the output is not a terminal or colours are off. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
  cyan(text: string): string;
}

/** Colours for a terminal, unless NO_COLOR is set (to anything) or the terminal is dumb. */
export function createStyle(output: Output, env: Readonly<Record<string, string | undefined>>): Style {
  const isColoured = output.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const paint = (name: keyof Style) => {
    const [start, end] = inspect.colors[name] ?? [0, 0];
    return (text: string) => (isColoured ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  };
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    green: paint("green"),
    yellow: paint("yellow"),
    red: paint("red"),
    cyan: paint("cyan"),
  };
}

/** Prints why a command failed, as one line on standard error. */
export function printError({ message }: Error, io: CommandIo): void {
  io.stderr.write(`${createStyle(io.stderr, io.env).red("error")}: ${printableText(message)}\n`);
}
