import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../src/package-root.ts";

const compiler = join(packageRoot, "node_modules/typescript/bin/tsc");

/** TypeScript 5, which resolves modules as `moduleResolution: node` did; the compiler of this project no longer can. */
const compiler5 = join(
  createRequire(join(packageRoot, "node_modules/@arethetypeswrong/core/package.json")).resolve("typescript"),
  "../../bin/tsc",
);

/** The two ways to get the client, by the name that a program imports. */
export const clientNames = ["svm-gateway/client", "svm-gateway-client"] as const;

/** What users write: a program that runs, and files that are right when they compile. */
const userFiles = ["package/program.ts", "types/same.ts", "types/accounts.ts", "types/transactions.ts"];

/** How a user's compiler may find the client. */
export const resolutions: readonly [name: string, compiler: string, words: readonly string[]][] = [
  ["nodenext", compiler, ["--module", "nodenext"]],
  ["bundler", compiler, ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit"]],
  ["node", compiler5, ["--module", "esnext", "--moduleResolution", "node", "--noEmit"]],
];

/** A project with nothing in it but both packages and, in a folder for each, programs that use it. */
export interface PackageProject {
  readonly folder: string;
  /** `svm-gateway-client`, packed. */
  readonly clientTarball: string;
  /** The folder of the programs that import this name. */
  programsOf(name: string): string;
}

/** Packs both packages and installs them, the client alone by the package manager, offline. */
export async function packageProject(folder: string): Promise<PackageProject> {
  const [gatewayTarball, clientTarball] = await Promise.all([packGateway(folder), packClient(folder)]);
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", clientTarball], project);
  // Unpacked where a package manager would put it, without the gateway's dependencies: that the program runs proves
  // that the client needs none of them, and the test needs no registry.
  const installed = join(project, "node_modules/svm-gateway");
  await mkdir(installed);
  await run("tar", ["-xzf", gatewayTarball, "--strip-components=1", "-C", installed], folder);
  const programsOf = (name: string) => join(project, name.replace("/", "-"));
  for (const name of clientNames) await writePrograms(programsOf(name), name);
  return { folder: project, clientTarball, programsOf };
}

/** Compiles the programs of both packages under a resolution; returns what the compiler says. */
export function typeCheck(
  compilerPath: string,
  words: readonly string[],
  { folder, programsOf }: PackageProject,
): Promise<string> {
  const strictness = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const settings = [...strictness, "--target", "es2022"];
  const files = clientNames.flatMap((name) => userFiles.map((path) => join(programsOf(name), path)));
  return run(process.execPath, [compilerPath, ...settings, ...words, ...files], folder);
}

/** Runs a program and gives what it wrote; one that fails is an error that says so in its own words. */
export async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

async function packGateway(folder: string): Promise<string> {
  const source = join(folder, "source");
  await mkdir(source);
  const words = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", join(source, "dist")];
  await run(process.execPath, [compiler, ...words], packageRoot);
  const wanted = /^(package\.json|openrpc\.json|README\.md|CHANGELOG\.md|LICENSE|config\.schema\.json)$/;
  for (const name of await readdir(packageRoot))
    if (wanted.test(name)) await cp(join(packageRoot, name), join(source, name));
  return pack(["--ignore-scripts"], source, folder);
}

function packClient(folder: string): Promise<string> {
  return pack([], join(packageRoot, "packages/client"), folder);
}

async function pack(words: readonly string[], source: string, destination: string): Promise<string> {
  const printed = await run("npm", ["pack", "--json", "--pack-destination", destination, ...words], source);
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  return join(destination, filename);
}

async function writePrograms(folder: string, name: string): Promise<void> {
  for (const part of ["package", "types"]) await mkdir(join(folder, part), { recursive: true });
  for (const path of userFiles) {
    const text = await readFile(join(packageRoot, "test/client", path), "utf8");
    await writeFile(
      join(folder, path),
      text.replace(/(?:\.\.\/)+src\/client\/index\.ts/, name).replaceAll('.ts"', '.js"'),
    );
  }
}
