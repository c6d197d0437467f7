import { inspect } from "node:util";
import type { Output } from "./command-io.ts";

const colours = ["bold", "dim", "green", "yellow", "red", "cyan"] as const;

/** Colours of terminal output; plain text if the output is not a terminal or colours are off. */
export type Style = Readonly<Record<(typeof colours)[number], (text: string) => string>>;

/** Colours for a terminal, unless NO_COLOR is set (to anything) or the terminal is dumb. */
export function createStyle(output: Output, env: Readonly<Record<string, string | undefined>>): Style {
  const isColoured = output.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const paint = (name: keyof Style) => {
    const [start, end] = inspect.colors[name] ?? [0, 0];
    return (text: string) => (isColoured ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  };
  return Object.fromEntries(colours.map((name) => [name, paint(name)])) as Style;
}
