import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { ScriptedGateway } from "./scripted-gateway.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** Runs a program and answers what it wrote; one that fails is an error that says so in its own words. */
async function run(program: string, words: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, { cwd });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

const account =
  '{"lamports":1,"owner":"Vote111111111111111111111111111111111111111","data":["","base64"],"executable":false,"rentEpoch":18446744073709551615,"space":0}';
const answers: Record<string, string> = {
  getBalance: '{"context":{"slot":1},"value":9007199254740993}',
  getAccountInfo: `{"context":{"slot":1},"value":${account}}`,
  getMultipleAccounts: `{"context":{"slot":1},"value":[${account}]}`,
  getSlot: '{"value":31}',
  listSvmNetworks: '{"networks":[{"id":"solana-devnet"}]}',
};
const behind =
  '{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":4}}';

/** What users write: a program that runs, and files that are right when they compile. */
const userFiles = ["package/program.ts", "types/same.ts", "types/accounts.ts", "types/transactions.ts"];

/** A project with nothing in it but the package, the way a package manager lays it out. */
async function emptyProject(folder: string): Promise<string> {
  const source = join(folder, "source");
  await mkdir(source);
  await run(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", join(source, "dist")], root);
  for (const name of await readdir(root)) {
    if (/^(package\.json|openrpc\.json|README\.md|CHANGELOG\.md|LICENSE|config\.schema\.json)$/.test(name)) {
      await cp(join(root, name), join(source, name));
    }
  }
  const packed = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    source,
  );
  const [{ filename }] = JSON.parse(packed);
  const project = join(folder, "project");
  // Unpacked where a package manager would put it, without the gateway's dependencies: that the program runs proves
  // that the client needs none of them, and the test needs no registry.
  const installed = join(project, "node_modules/svm-gateway");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", installed], folder);
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  for (const name of ["package", "types"]) await mkdir(join(project, name));
  for (const path of userFiles) {
    const text = await readFile(join(root, "test/client", path), "utf8");
    await writeFile(
      join(project, path),
      text.replace(/(?:\.\.\/)+src\/client\/index\.ts/, "svm-gateway/client").replaceAll('.ts"', '.js"'),
    );
  }
  return project;
}

describe("the package", () => {
  let folder = "";
  let project = "";
  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), "svm-gateway-package-"));
    project = await emptyProject(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const settings = [
    "--strict",
    "--target",
    "es2022",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
  ];
  for (const [name, resolution] of [
    ["Node's", ["--module", "nodenext"]],
    ["a bundler's", ["--module", "esnext", "--moduleResolution", "bundler", "--noEmit"]],
  ] as const) {
    it(`type-checks a user's program under ${name} module resolution, declarations included`, async () => {
      const words = [tsc, ...settings, ...resolution, "--types", "", ...userFiles];
      expect(await run(process.execPath, words, project)).to.equal("");
    });
  }

  it("runs there", async () => {
    const gateway = await ScriptedGateway.start();
    gateway.steps = [
      ({ body, path }) => {
        const parsed = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[];
        const one = ({ id, method }: { id: number; method: string }) => {
          const result = answers[method];
          if (result === undefined) return `{"jsonrpc":"2.0","id":${id},"error":${behind}}`;
          const whole = path.includes("network=all") ? `{"a":${result},"b":{"error":${behind}}}` : result;
          return `{"jsonrpc":"2.0","id":${id},"result":${whole}}`;
        };
        return Array.isArray(parsed) ? `[${parsed.map(one).join(",")}]` : one(parsed);
      },
    ];
    try {
      const stdout = await run(process.execPath, ["package/program.js", gateway.url], project);
      expect(stdout.trim().split("\n")).to.deep.equal([
        "balance 9007199254740993",
        "rentEpoch 18446744073709551615",
        "a 9007199254740993",
        "b Minimum context slot has not been reached",
        "batch 31 1",
        "settled 31",
        "error -32016 4",
        "networks solana-devnet",
      ]);
    } finally {
      await gateway.close();
    }
    expect(gateway.requests[0]?.body).to.contain('"minContextSlot":9007199254740993');
  });
});
