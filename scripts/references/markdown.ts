/** Text as code within a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A table; a pipe within a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").trim()).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/**
 * Puts a text between `<!-- generated: NAME -->` and `<!-- end of generated -->`. A page without the marks is an error.
 */
export function fillRegion(page: string, name: string, text: string): string {
  const start = `<!-- generated: ${name} -->`;
  const end = "<!-- end of generated -->";
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`the page lacks ${start} ... ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}
