import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { counted } from "../src/text/wording.ts";
import { breakingChanges } from "./checks/breaking-changes.ts";
import { changesSinceRelease, releaseSnapshot } from "./checks/release-snapshot.ts";
import { validateDocument } from "./checks/validate-document.ts";
import { faultLine } from "./contract/contract-fault.ts";
import { isObject, type JsonObject, readJson } from "./contract/json-value.ts";
import { readContract } from "./contract/read-contract.ts";
import { createGeneratedFiles, staleFiles, writeFiles } from "./generated-files.ts";

/** Where `generate` reads, writes and prints. */
interface GenerateEnvironment {
  /** Path of openrpc.json. */
  readonly document: string;
  /** Path of generated/. */
  readonly folder: string;
  /** Path of the releases that the document is compared with, if any. */
  readonly releases?: string;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

const usage =
  "usage: npm run generate [-- --check | --quiet | --breaking-since REVISION | --release VERSION]\n" +
  "  --check: only list stale files   --quiet: do not print breaking changes since the last release";

/** Runs `npm run generate`. Returns the exit code: 1 for faults and stale files, 2 for wrong usage. */
export async function runGenerate(
  args: readonly string[],
  environment: GenerateEnvironment,
): Promise<number> {
  const { printError } = environment;
  const options = optionsOf(args);
  if (options === undefined) {
    printError(usage);
    return 2;
  }
  try {
    const text = await readFile(environment.document, "utf8");
    const { document, faults } = validateDocument(text);
    for (const fault of faults) printError(faultLine(fault));
    if (document === undefined) {
      printError(`${counted(faults.length, "fault")}; nothing was generated`);
      return 1;
    }
    if (options.since !== undefined) return await reportBreaking(document, options.since, environment);
    if (options.release !== undefined) return await writeRelease(document, options.release, environment);
    const code = await generate(document, text, options.check, environment);
    if (!options.check && !options.quiet) await reportOwnChanges(document, environment);
    return code;
  } catch (caught) {
    const message = caught instanceof Error ? caught.message : String(caught);
    printError(`generate failed: ${message.trim().replaceAll(/\s*\n\s*/g, " ")}`);
    return 1;
  }
}

function optionsOf(
  args: readonly string[],
):
  | { readonly check: boolean; readonly quiet: boolean; readonly since?: string; readonly release?: string }
  | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        check: { type: "boolean", default: false },
        quiet: { type: "boolean", default: false },
        "breaking-since": { type: "string" },
        release: { type: "string" },
      },
    });
    const { check, quiet, release, "breaking-since": since } = values;
    return { check, quiet, ...(since !== undefined && { since }), ...(release !== undefined && { release }) };
  } catch {
    // The caller prints the usage.
    return undefined;
  }
}

async function generate(
  document: JsonObject,
  text: string,
  check: boolean,
  { document: path, folder, print, printError }: GenerateEnvironment,
): Promise<number> {
  const files = await createGeneratedFiles(document, text);
  const stale = await staleFiles(files, folder);
  const name = basename(folder);
  if (stale.length === 0) {
    print(`${name}/ is up to date with ${basename(path)} and config.schema.json`);
    return 0;
  }
  if (!check) {
    await writeFiles(files, stale, folder);
    print(`generated ${stale.map((file) => `${name}/${file}`).join(", ")}`);
    return 0;
  }
  for (const file of stale) printError(`${name}/${file} is stale`);
  printError("run: npm run generate");
  return 1;
}

/** Writes a snapshot of the document, for later comparisons. */
async function writeRelease(
  document: JsonObject,
  version: string,
  { releases, print, printError }: GenerateEnvironment,
): Promise<number> {
  if (releases === undefined || !/^\d+\.\d+\.\d+$/.test(version)) {
    printError(`${JSON.stringify(version)} is not a version such as 1.2.0`);
    return 2;
  }
  const path = join(releases, `${version}.json`);
  await writeFile(path, releaseSnapshot(document));
  print(`kept ${basename(releases)}/${version}.json`);
  return 0;
}

/** Prints breaking changes since the last release, without those of earlier commits. */
async function reportOwnChanges(document: JsonObject, environment: GenerateEnvironment): Promise<void> {
  const { releases, print } = environment;
  if (releases === undefined) return;
  const since = await changesSinceRelease(readContract(document), releases);
  if (since === undefined) return;
  const committed = await readRevision("HEAD", environment).catch(() => undefined);
  const older =
    committed === undefined
      ? []
      : ((await changesSinceRelease(readContract(committed), releases))?.changes ?? []);
  const own = since.changes.filter((change) => !older.includes(change));
  for (const change of own) print(change);
  const others = since.changes.length - own.length;
  print(`${countOf(own, since.release)}${others === 0 ? "" : `, besides ${others} of earlier commits`}`);
}

function countOf(changes: readonly string[], since: string): string {
  return `${counted(changes.length, "breaking change")} since ${since}`;
}

/** Prints breaking changes since a revision of the repository. */
async function reportBreaking(
  document: JsonObject,
  revision: string,
  environment: GenerateEnvironment,
): Promise<number> {
  const { print } = environment;
  const before = await readRevision(revision, environment);
  const changes = breakingChanges(readContract(before), readContract(document));
  for (const change of changes) print(change);
  print(countOf(changes, revision));
  return changes.length === 0 ? 0 : 1;
}

/** Reads the document of a revision of the repository. */
async function readRevision(revision: string, { document: path }: GenerateEnvironment): Promise<JsonObject> {
  const args = ["show", `${revision}:./${basename(path)}`];
  const { stdout } = await promisify(execFile)("git", args, {
    cwd: dirname(path),
    maxBuffer: 64 * 1024 * 1024,
  });
  const document = readJson(stdout);
  return isObject(document) ? document : {};
}
