import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../src/package-root.ts";

const run = promisify(execFile);

/** How long one command of an installation may take. */
const timeout = 120_000;

/** How long all of them may take together. */
export const installTimeoutMs: number = 3 * timeout;

/** A Python, and the environment in which it finds packages. */
export interface PythonEnvironment {
  readonly python: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Environments that this clone has. */
const environments = join(packageRoot, "node_modules", ".cache", "python-clients");

/** Makes an environment with pinned packages, once for each clone: a hook or test that waits for it needs `installTimeoutMs`. */
export async function pythonWith(...packages: readonly string[]): Promise<PythonEnvironment> {
  const folder = await folderOnce(packages.join("+"), async (made) => {
    const words = ["pip", "install", "--quiet", "--python", "python3", "--target", made];
    await run(await installer(), [...words, ...packages], { timeout, env: installerEnvironment() });
  });
  const { stdout } = await run("python3", ["-c", "import sys; print(sys.executable)"], { timeout });
  return { python: stdout.trim(), env: { PATH: process.env.PATH ?? "", PYTHONPATH: folder } };
}

/** Path of uv, which installs packages in a tenth of the time that pip takes; pip installs it. */
async function installer(): Promise<string> {
  const folder = await folderOnce("uv", async (made) => {
    const { python, remove } = await pythonWithPip();
    const words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    await run(python, [...words, "--target", made, "uv==0.13.9"], { timeout });
    remove();
  });
  return join(folder, "bin", "uv");
}

/** The index that pip is told to use serves for uv, too. */
function installerEnvironment(): NodeJS.ProcessEnv {
  const { PIP_INDEX_URL: index } = process.env;
  return index === undefined ? process.env : { UV_DEFAULT_INDEX: index, ...process.env };
}

/** A folder below `environments` that exists only once it is complete; another test file may make it at the same time. */
async function folderOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(environments, name);
  if (existsSync(folder)) return folder;
  const made = `${folder}.${process.pid}`;
  await make(made);
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  return folder;
}

/** The machine's own, or one with pip if the machine's own has none. */
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
