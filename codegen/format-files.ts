import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../src/package-root.ts";

const run = promisify(execFile);

/** Formats every file of a folder like the rest of the repository, which Biome otherwise skips. */
export async function formatFiles(folder: string): Promise<void> {
  const { formatter, javascript }: Record<string, unknown> = JSON.parse(
    await readFile(join(packageRoot, "biome.json"), "utf8"),
  );
  const config = join(folder, "biome.json");
  await writeFile(
    config,
    JSON.stringify({ root: true, formatter, javascript, files: { maxSize: 4_000_000 } }),
  );
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  await run(process.execPath, [biome, "format", "--write", "--config-path", folder, folder], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  await rm(config);
}
