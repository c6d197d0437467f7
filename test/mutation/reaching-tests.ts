import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const importPattern = /(?:from|import\() ?"(\.{1,2}\/[^"]+)"/g;

/**
 * The tests that a mutant of a file has to pass: those of the mirrored folder and of the folders above it, below test/, that reach
 * the file by their imports; the file's own test first.
 */
export function reachingTests(root: string, file: string): string[] {
  const own = file.replace(/^src/, "test").replace(/\.ts$/, ".test.ts");
  if (existsSync(join(root, own))) return [own];
  for (let folder = dirname(own); folder !== "test"; folder = dirname(folder)) {
    const tests = testsIn(root, folder).filter((test) =>
      reaches(join(root, test), join(root, file), new Set()),
    );
    if (tests.length > 0) return tests;
  }
  return [];
}

function testsIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith(".test.ts"))
    .sort();
}

function reaches(from: string, to: string, seen: Set<string>): boolean {
  if (from === to) return true;
  if (seen.has(from) || !from.endsWith(".ts") || !existsSync(from)) return false;
  seen.add(from);
  for (const [, path = ""] of readFileSync(from, "utf8").matchAll(importPattern))
    if (reaches(join(dirname(from), path), to, seen)) return true;
  return false;
}
