import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** What each file that tests reach imports at run time, by path from the root of the tree. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** All test files, by path from the root of the tree. */
export function testFiles(root: string): readonly string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .map((name) => join("test", name));
}

/** The imports of all tests. Types are none: a change of a type alone is the compiler's to judge. */
export async function importGraph(root: string): Promise<ImportGraph> {
  const { metafile } = await build({
    entryPoints: [...testFiles(root)],
    absWorkingDir: root,
    outdir: ".",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => [path, imports.map((one) => one.path)]),
  );
}

/** The tests that are one of these files, or import one, directly or not. */
export function testsReaching(graph: ImportGraph, files: readonly string[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [path, imports] of graph)
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), path]);
  const reached = new Set(files.filter((file) => graph.has(file)));
  // The set grows while it is walked.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => path.endsWith(".test.ts")).sort();
}
