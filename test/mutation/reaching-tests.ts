import { dirname, join } from "node:path";
import type { SourceFile } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { type ImportGraph, testsReaching } from "../import-graph.ts";

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

/**
 * The tests that may notice a change of a file of src/FOLDER: those below test/FOLDER that import it, directly or not, and those of
 * the contract that import it directly.
 */
export function reachingTests(graph: ImportGraph, file: string): readonly string[] {
  const folder = file.replace(/^src(\/[^/]+\/).*/, "test$1");
  const isAsked = (test: string) =>
    test.startsWith(folder) ||
    (test.startsWith("test/contract/") && graph.get(test)?.includes(file) === true);
  return testsReaching(graph, [file]).filter(isAsked);
}
