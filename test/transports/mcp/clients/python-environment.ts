import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../../../src/package-root.ts";

const run = promisify(execFile);

/** How long one command of an installation may take. */
const timeout = 120_000;

/** Installs a version of Python's `mcp` into an environment of its own, once for each clone, and gives its Python. */
export async function pythonWith(version: string): Promise<string> {
  const folder = join(packageRoot, "node_modules", ".cache", "python-clients", version);
  const python = join(folder, "bin", "python");
  const done = join(folder, "installed");
  if (existsSync(done)) return python;
  rmSync(folder, { recursive: true, force: true });
  await run("python3", ["-m", "venv", folder], { timeout });
  await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `mcp==${version}`], {
    timeout,
  });
  writeFileSync(done, "");
  return python;
}
