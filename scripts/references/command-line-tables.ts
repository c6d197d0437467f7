import { type Command, commands, usageOf, writtenCommand } from "../../src/cli/options/command-table.ts";
import { flagTable, summaryOf } from "../../src/cli/options/flag-table.ts";
import { code, table } from "./markdown.ts";

/** A row for each command. */
export function commandTable(): string {
  const rows = Object.entries(commands).map(([name, { summary, details }]) => [
    code(`svm-gateway ${`${writtenCommand(name)} ${usageOf(name as Command)}`.trim()}`),
    summary,
    details.join(" "),
  ]);
  return table(["command", "what", "further"], rows);
}

/** A row for each flag. */
export function flagRows(): string {
  const rows = Object.entries(flagTable).map(([name, flag]) => {
    const { value, short, commands: owners, path } = flag;
    return [
      `${code(value === undefined ? `--${name}` : `--${name} ${value}`)}${short === undefined ? "" : `, ${code(`-${short}`)}`}`,
      summaryOf(flag),
      owners === undefined ? "all" : owners.map(writtenCommand).join(", "),
      path === undefined ? "" : code(path),
    ];
  });
  return table(["flag", "what", "of", "sets"], rows);
}
