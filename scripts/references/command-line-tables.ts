import { commands } from "../../src/cli/options/command-table.ts";
import { flagTable } from "../../src/cli/options/flag-table.ts";
import { code, table } from "./markdown.ts";

/** A row for each command. */
export function commandTable(): string {
  const rows = Object.entries(commands).map(([name, { usage, summary, details }]) => [
    code(`svm-gateway ${[name === "http" ? "--http" : name, usage].join(" ").trim()}`),
    summary,
    details.join(" "),
  ]);
  return table(["command", "what", "further"], rows);
}

/** A row for each flag. */
export function flagRows(): string {
  const rows = Object.entries(flagTable).map(([name, { value, short, summary, commands: owners, path }]) => [
    `${code(value === undefined ? `--${name}` : `--${name} ${value}`)}${short === undefined ? "" : `, ${code(`-${short}`)}`}`,
    summary,
    owners === undefined ? "all" : owners.map((owner) => (owner === "http" ? "--http" : owner)).join(", "),
    path === undefined ? "" : code(path),
  ]);
  return table(["flag", "what", "of", "sets"], rows);
}
