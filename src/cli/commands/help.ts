import { type Command, commandSyntax, commands, usageOf } from "../options/command-table.ts";
import { actionOfFlag, flagTable, isFlagOf, summaryLines } from "../options/flag-table.ts";
import type { Style } from "../terminal/terminal.ts";

/** Maximum length of a line of help. */
export const maxWidth = 100;

/** Help for the program, or for one command. */
export function helpText(command: Command | undefined, style: Style): string {
  const blocks = command === undefined ? programHelp(style) : commandHelp(command, style);
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function programHelp(style: Style): string[][] {
  const names = Object.entries(commands).map(([name, { summary }]): [string, string] => {
    const usage = usageOf(name as Command);
    return [`${commandSyntax(name)} ${usage.length > 20 ? "..." : usage}`.trim(), summary];
  });
  return [
    ["svm-gateway: a JSON-RPC 2.0 gateway in front of SVM ledgers"],
    [style.bold("Usage"), "  svm-gateway [COMMAND] [FLAGS]"],
    [style.bold("Commands"), ...columns(names)],
    [style.bold("Flags"), ...columns(flagRows((name) => flagTable[name]?.commands?.length !== 1))],
    ["svm-gateway COMMAND --help explains a command and lists all of its flags."],
  ];
}

function commandHelp(command: Command, style: Style): string[][] {
  const { summary, details, examples, actions = {} } = commands[command];
  const name = commandSyntax(command);
  return [
    [`svm-gateway ${name}: ${summary}`],
    [style.bold("Usage"), `  svm-gateway ${`${name} ${usageOf(command)}`.trim()} [FLAGS]`],
    details.flatMap((line) => wrap(line.replaceAll("`", ""), maxWidth)),
    ...["", ...Object.keys(actions)].flatMap((action) => {
      const isWanted = (flag: string) =>
        isFlagOf(command, flag) && (actionOfFlag(command, flag) ?? "") === action;
      const rows = flagRows(isWanted, command);
      const title = action === "" ? "Flags" : `Flags of ${name} ${action}`;
      return rows.length === 0 ? [] : [[style.bold(title), ...columns(rows)]];
    }),
    [style.bold("Examples"), ...examples.map((example) => `  ${example}`)],
  ];
}

function flagRows(isWanted: (name: string) => boolean, command?: Command): [string, string][] {
  return Object.entries(flagTable).flatMap(([name, flag]): [string, string][] => {
    if (!isWanted(name)) return [];
    const long = flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`;
    const names = flag.short === undefined ? long : `${long}, -${flag.short}`;
    return [[names, summaryLines(flag, command).join("\n")]];
  });
}

/** Renders rows in two columns, wrapping the second. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows.flatMap(([left, right]) =>
    right
      .split("\n")
      .flatMap((text) => wrap(text, maxWidth - width))
      .map((line, index) => `${(index === 0 ? `  ${left}` : "").padEnd(width)}${line}`),
  );
}

/** Wraps text at word boundaries to lines of at most `width` characters. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
