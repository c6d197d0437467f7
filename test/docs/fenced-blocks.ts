import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";

/** A fenced block of a Markdown file. */
export interface FencedBlock {
  /** First word after the fence. */
  readonly language: string;
  /** Words after the language. */
  readonly notes: readonly string[];
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

/** All fenced blocks in order. A fence that is never closed is an error. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { language: string; notes: string[]; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^```(.*)$/.exec(line);
    if (fence === null) open?.lines.push(line);
    else if (open === undefined) {
      const [language = "", ...notes] = (fence[1] ?? "").trim().split(/\s+/);
      open = { language, notes, line: index + 1, lines: [] };
    } else {
      const { lines, ...block } = open;
      blocks.push({ ...block, text: lines.join("\n") });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`the fence of line ${open.line} is never closed`);
  return blocks;
}

/** The guides, by path from the package's root: those at the top, the client's, and those in docs/. */
export function guideTexts(): ReadonlyMap<string, string> {
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "packages/client/README.md",
    ...readdirSync(join(packageRoot, "docs"))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `docs/${name}`),
  ];
  return new Map(paths.map((path) => [path, readFileSync(join(packageRoot, path), "utf8")]));
}

/** The text of one guide. */
export function guideText(path: string): string {
  return readFileSync(join(packageRoot, path), "utf8");
}
