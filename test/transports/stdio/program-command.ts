import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The program itself. */
export const programPath = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));

/** What Node needs before the program's path to run it from source. */
export const sourceFlags: readonly string[] = [
  "--import",
  pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
];
