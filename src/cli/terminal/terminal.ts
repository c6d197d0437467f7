import { inspect, stripVTControlCharacters } from "node:util";
import type { Environment } from "../../config/environment.ts";
import { indentJson, type TokenKind } from "../../json/indent.ts";
import { printableJson } from "../../text/printable.ts";

/** A stream that a command writes to. */
interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** The parts of `process` that commands use; tests replace them. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  readonly cwd: string;
}

const colours = ["bold", "dim", "green", "yellow", "red", "cyan"] as const;

/** Colouring functions by name. */
export type Style = Readonly<Record<(typeof colours)[number], (text: string) => string>>;

/** Colours text only on a terminal, with NO_COLOR empty and TERM other than `dumb`. */
export function createStyle(output: Output, env: Environment): Style {
  const isColoured = output.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const paint = (name: keyof Style) => {
    const [start, end] = inspect.colors[name] ?? [0, 0];
    return (text: string) => (isColoured ? `\u001b[${start}m${text}\u001b[${end}m` : text);
  };
  return Object.fromEntries(colours.map((name) => [name, paint(name)])) as Style;
}

/** Renders rows as columns two spaces apart. Cells may be coloured. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
  }
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell + " ".repeat((widths[index] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

/** Prints a result as JSON with `--json`, otherwise as text. */
export function printResult(
  value: object,
  textOf: (style: Style) => string,
  { flags, stdout, env }: CommandIo & { readonly flags: { readonly json: boolean } },
): void {
  const text = flags.json ? printableJson(JSON.stringify(value, null, 2)) : textOf(createStyle(stdout, env));
  stdout.write(text === "" || text.endsWith("\n") ? text : `${text}\n`);
}

/** Prints JSON text indented and coloured, or unchanged on one line with `isRaw`. */
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

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const firstFrameMs = 300;
const frameMs = 80;

/** Shows a spinner on a terminal while a call is in flight. Nothing is drawn for the first 300 ms. */
export function createSpinner(output: Output, text: string): { stop(): void } {
  if (output.isTTY !== true) return { stop: () => undefined };
  let frame = 0;
  let isDrawn = false;
  const draw = () => {
    isDrawn = true;
    const seconds = Math.floor((firstFrameMs + frame * frameMs) / 1000);
    output.write(`\r${frames[frame % frames.length]} ${text}${seconds < 2 ? "" : ` ${seconds} s`}`);
    frame += 1;
  };
  let timer = setTimeout(() => {
    draw();
    timer = setInterval(draw, frameMs);
  }, firstFrameMs);
  return {
    stop() {
      clearTimeout(timer);
      if (isDrawn) output.write("\r\u001b[2K");
    },
  };
}
