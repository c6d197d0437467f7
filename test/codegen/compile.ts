import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";

/** Compiles files of a folder by the repository's own rules; returns what the compiler complains about. */
export async function compileFiles(folder: string, include: readonly string[]): Promise<readonly string[]> {
  const config = {
    extends: join(packageRoot, "tsconfig.json"),
    compilerOptions: {
      rootDir: "/",
      rewriteRelativeImportExtensions: false,
      types: ["node"],
      typeRoots: [join(packageRoot, "node_modules/@types")],
    },
    include,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [tsc, "-p", folder, "--pretty", "false"],
      { cwd: folder },
      (error, stdout, stderr) => {
        if (error !== null && stdout === "") reject(new Error(stderr));
        else resolve(stdout.split("\n").filter((line) => line.includes("error TS")));
      },
    );
  });
}
