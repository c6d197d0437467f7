import { inspect } from "node:util";
import type { Output } from "./command-io.ts";

const colours = ["bold", "dim", "green", "yellow", "red", "cyan"] as const;

/** Functions that colour a text. */
export type Style = Readonly<Record<(typeof colours)[number], (text: string) => string>>;

/** Colours text only for a terminal, and only if NO_COLOR is empty and TERM is not `dumb`. */
export function createStyle(output: Output, env: Readonly<Record<string, string | undefined>>): Style {
  const isColoured = output.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const paint = (name: keyof Style) => {
    const [start, end] = inspect.colors[name] ?? [0, 0];
    return (text: string) => (isColoured ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  };
  return Object.fromEntries(colours.map((name) => [name, paint(name)])) as Style;
}
