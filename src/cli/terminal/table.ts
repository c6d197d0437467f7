import { stripVTControlCharacters } from "node:util";

/** Aligns rows in columns, two spaces apart. Cells may be coloured. */
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
