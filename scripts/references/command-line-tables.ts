import { type Command, commands, usageOf, writtenCommand } from "../../src/cli/options/command-table.ts";
import { flagTable, summaryOf } from "../../src/cli/options/flag-table.ts";
import { code, table } from "./markdown.ts";

/** A row for each command, and below the table what several of them have in common. */
export function commandTable(): string {
  const byDetails = new Map<string, string[]>();
  for (const [name, { details }] of Object.entries(commands)) {
    const text = details.join(" ");
    byDetails.set(text, [...(byDetails.get(text) ?? []), writtenCommand(name)]);
  }
  const common = [...byDetails].filter(([, names]) => names.length > 1);
  const rows = Object.entries(commands).map(([name, { summary, details }]) => {
    const text = details.join(" ");
    return [
      code(`svm-gateway ${`${writtenCommand(name)} ${usageOf(name as Command)}`.trim()}`),
      summary,
      common.some(([shared]) => shared === text) ? "see below" : text,
    ];
  });
  const notes = common.map(([text, names]) => `${names.map(code).join(", ")}: ${text}`);
  return [table(["command", "what", "further"], rows), ...notes].join("\n\n");
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
