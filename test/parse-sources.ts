import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "typescript/unstable/ast";
import { API } from "typescript/unstable/sync";

/** TypeScript files below some folders of a tree, as syntax: without types, and without following an import. */
export function parseSources(root: string, folders: readonly string[]): SourceFile[] {
  const files = folders.flatMap((folder) => filesBelow(join(root, folder)));
  const config = join(root, "tsconfig.syntax-only.json");
  const options = { noResolve: true, noLib: true, types: [], noEmit: true, allowImportingTsExtensions: true };
  const api = new API({
    cwd: root,
    // The project's file exists only here.
    fs: {
      fileExists: (name) => (name === config ? true : undefined),
      readFile: (name) => (name === config ? JSON.stringify({ compilerOptions: options, files }) : undefined),
    },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    return files.map((file) => {
      const source = project?.program.getSourceFile(file);
      if (source === undefined) throw new Error(`the TypeScript compiler did not parse ${file}`);
      return source;
    });
  } finally {
    api.close();
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The line of a place in a file, counted from 1. */
export function lineOf(source: SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
