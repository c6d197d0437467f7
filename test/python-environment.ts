import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../src/package-root.ts";

const run = promisify(execFile);

/** How long one command of an installation may take. */
const timeout = 120_000;

/** Installs pinned packages into an environment of their own, once for each clone, and gives its Python. */
async function pythonWith(...packages: readonly string[]): Promise<string> {
  const folder = join(packageRoot, "node_modules", ".cache", "python-clients", packages.join("+"));
  const python = join(folder, "bin", "python");
  const done = join(folder, "installed");
  if (existsSync(done)) return python;
  rmSync(folder, { recursive: true, force: true });
  await run("python3", ["-m", "venv", folder], { timeout });
  await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages], {
    timeout,
  });
  writeFileSync(done, "");
  return python;
}

/** The same for a hook: a machine that can't make it skips the tests and says why, but not where CI runs them. */
export async function pythonOrSkip(context: Mocha.Context, ...packages: readonly string[]): Promise<string> {
  context.timeout(3 * timeout);
  try {
    return await pythonWith(...packages);
  } catch (caught) {
    if (process.env.CI === "true") throw caught;
    const [reason = ""] = String(caught instanceof Error ? caught.message : caught).split("\n");
    process.stderr.write(`pending: no Python with ${packages.join(", ")} can be made here: ${reason}\n`);
    return context.skip();
  }
}
