import { type Command, commandSyntax, commands, usageOf } from "../../src/cli/options/command-table.ts";
import { flagTable, keyFlags, listening, serving, summaryOf } from "../../src/cli/options/flag-table.ts";
import { code, table } from "./markdown.ts";

const flags = /--[a-z][a-z-]*/g;

/** A row for each command, and below the table what else help says, once for commands that have it in common. */
export function commandTable(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [
    code(`svm-gateway ${`${commandSyntax(name)} ${usageOf(name as Command)}`.trim()}`),
    summary.replace(flags, code),
  ]);
  const byDetails = new Map<string, string[]>();
  for (const [name, { details }] of Object.entries(commands)) {
    // Many lines are read as a list.
    const text =
      details.length > 3 ? `\n${details.map((line) => `  - ${line}`).join("\n")}` : ` ${details.join(" ")}`;
    byDetails.set(text, [...(byDetails.get(text) ?? []), code(commandSyntax(name))]);
  }
  const notes = [...byDetails].map(([text, names]) => `- ${names.join(", ")}:${text}`);
  return `${table(["command", "what it does"], rows)}\n\n${notes.join("\n")}`;
}

/** Commands that take the same flags have one name in the table. */
const groups = [
  ["servers", writtenList(serving)],
  ["listeners", writtenList(listening)],
] as const;

/** A row for each flag, and one for all those that set a right or limit of a key. */
export function flagRows(): string {
  const rows = Object.entries(flagTable)
    .filter(([name]) => !Object.hasOwn(keyFlags, name))
    .map(([name, flag]) => {
      const { short, commands: owners, action, path } = flag;
      const takers = owners === undefined ? "all" : writtenList(owners);
      return [
        `${writtenFlag(name)}${short === undefined ? "" : `, ${code(`-${short}`)}`}`,
        (action === undefined ? summaryOf(flag) : flag.summary).replace(flags, code),
        action === undefined
          ? groups.reduce((text, [group, all]) => text.replace(all, group), takers)
          : `${takers} ${action}`,
        path === undefined ? "" : code(path),
      ];
    });
  rows.push([
    Object.keys(keyFlags).map(writtenFlag).join(", "),
    "right or limit of the key, as the setting of the same name",
    "keys new",
    "[`auth.keys[]`](configuration.md#authkeys)",
  ]);
  const notes = groups.map(([group, all]) => `*${group}*: ${all}.`);
  return `${table(["flag", "what it does", "commands", "setting"], rows)}\n\n${notes.join(" ")}`;
}

function writtenFlag(name: string): string {
  const value = flagTable[name]?.value;
  return code(value === undefined ? `--${name}` : `--${name} ${value}`);
}

function writtenList(names: readonly Command[]): string {
  return names.map(commandSyntax).join(", ");
}
