import { printableText } from "../../text/printable.ts";
import type { CommandIo } from "./command-io.ts";
import { createStyle } from "./style.ts";

/** Prints why a command failed, as one line on standard error. */
export function printError({ message }: Error, io: CommandIo): void {
  io.stderr.write(`${createStyle(io.stderr, io.env).red("error")}: ${printableText(message)}\n`);
}
