import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../src/package-root.ts";
import { buildSources } from "./dockerfile.ts";

/** An entry of package-lock.json. */
interface LockEntry {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** What users get with the package and its dependencies, by path below the project: everything that is not for development. */
export function productionEntries(): ReadonlyMap<string, LockEntry> {
  const lock = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  return new Map(Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && dev !== true));
}

/** Packages that every install brings, and the bytes of their files; optional ones depend on the platform. */
export function installSize(): { readonly packages: number; readonly bytes: number } {
  const paths = [...productionEntries()]
    .filter(([, { optional }]) => optional !== true)
    .map(([path]) => path);
  const bytes = paths.flatMap((path) => filesOf(join(packageRoot, path)).map((file) => statSync(file).size));
  return { packages: paths.length, bytes: bytes.reduce((sum, size) => sum + size, 0) };
}

/** Files of one package, without those of packages inside of it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The package as it is published, and a project that it is installed in. */
export interface PublishedPackage {
  /** Paths of its files. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
  /** Folder of a project that holds nothing else. */
  readonly project: string;
  remove(): void;
}

/** For readers: the image goes without them. */
const readersFiles = ["CHANGELOG.md", "LICENSE", "README.md"];

/**
 * Builds what the container image is built from, packs it, and unpacks it where a package manager would, beside links to the
 * dependencies that users get. No registry is asked.
 */
export async function publishedPackage(): Promise<PublishedPackage> {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-published-"));
  const copy = join(folder, "copy");
  mkdirSync(copy);
  for (const name of [...buildSources(), ...readersFiles])
    cpSync(join(packageRoot, name), join(copy, name), { recursive: true });
  rmSync(join(copy, "docs/site"), { recursive: true, force: true });
  symlinkSync(join(packageRoot, "node_modules"), join(copy, "node_modules"));
  // Types are checked by `npm run check`.
  await run("npm", ["run", "--silent", "build", "--", "--unchecked"], copy);
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], copy);
  const [pack] = JSON.parse(packed) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  const project = join(folder, "project");
  const installed = join(project, "node_modules/svm-gateway");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(folder, pack.filename), "--strip-components=1", "-C", installed], folder);
  for (const path of productionEntries().keys()) linkDependency(path, project);
  return {
    files: pack.files.map(({ path }) => path),
    unpackedBytes: pack.unpackedSize,
    project,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Dependencies of dependencies, which stand deeper, come with the link to what holds them. */
function linkDependency(path: string, project: string): void {
  if (path.lastIndexOf("node_modules/") !== 0) return;
  mkdirSync(dirname(join(project, path)), { recursive: true });
  symlinkSync(join(packageRoot, path), join(project, path));
}

async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd });
    return stdout;
  } catch (caught) {
    const { stdout = "", stderr = "" } = caught as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`, { cause: caught });
  }
}
