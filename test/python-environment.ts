import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../src/package-root.ts";

const run = promisify(execFile);

/** How long one command of an installation may take. */
const timeout = 120_000;

/** A Python, and the environment in which it finds packages. */
export interface PythonEnvironment {
  readonly python: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Installs pinned packages into a folder of their own, once for each clone. */
async function pythonWith(...packages: readonly string[]): Promise<PythonEnvironment> {
  const folder = join(packageRoot, "node_modules", ".cache", "python-clients", packages.join("+"));
  if (!existsSync(folder)) await install(packages, folder);
  const { stdout } = await run("python3", ["-c", "import sys; print(sys.executable)"], { timeout });
  return { python: stdout.trim(), env: { PATH: process.env.PATH ?? "", PYTHONPATH: folder } };
}

/** The folder is there when it is whole; another test file may have made it meanwhile. */
async function install(packages: readonly string[], folder: string): Promise<void> {
  const { python, remove } = await pythonWithPip();
  const made = `${folder}.${process.pid}`;
  const words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", made];
  await run(python, [...words, ...packages], { timeout });
  remove();
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
}

/** The machine's own, or one that brings pip where the machine's own has none. */
async function pythonWithPip(): Promise<{ readonly python: string; remove(): void }> {
  try {
    await run("python3", ["-m", "pip", "--version"], { timeout });
    return { python: "python3", remove: () => undefined };
  } catch {
    const folder = mkdtempSync(join(tmpdir(), "svm-gateway-pip-"));
    await run("python3", ["-m", "venv", folder], { timeout });
    return {
      python: join(folder, "bin", "python"),
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  }
}

/** The same for a hook: a machine that can't make it skips the tests and says why, but not where CI runs them. */
export async function pythonOrSkip(
  context: Mocha.Context,
  ...packages: readonly string[]
): Promise<PythonEnvironment> {
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
