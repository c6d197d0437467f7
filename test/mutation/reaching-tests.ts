import { dirname, join } from "node:path";
import type { SourceFile } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";

/** What each file imports, by path from the root of the tree. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports between parsed files. */
export function importGraph(root: string, sources: readonly SourceFile[]): ImportGraph {
  return new Map(
    sources.map((source) => [
      source.fileName.slice(root.length + 1),
      source.imports.flatMap((specifier) =>
        is.isStringLiteral(specifier) && specifier.text.startsWith(".")
          ? [join(dirname(source.fileName), specifier.text).slice(root.length + 1)]
          : [],
      ),
    ]),
  );
}

/** The tests that may notice a change of a file of src/FOLDER: those below test/FOLDER that import it, directly or not. */
export function reachingTests(graph: ImportGraph, file: string): string[] {
  const folder = file.replace(/^src(\/[^/]+\/).*/, "test$1");
  return [...graph.keys()]
    .filter((test) => test.startsWith(folder) && test.endsWith(".test.ts"))
    .filter((test) => reaches(graph, test, file, new Set()))
    .sort();
}

function reaches(graph: ImportGraph, from: string, to: string, seen: Set<string>): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (graph.get(from) ?? []).some((next) => reaches(graph, next, to, seen));
}
