import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect } from "chai";
import { build } from "esbuild";
import { packageRoot } from "../../src/package-root.ts";
import {
  clientNames,
  type PackageProject,
  packageProject,
  resolutions,
  run,
  typeCheck,
} from "./package-project.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";

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

describe("the client's packages @long", () => {
  let folder = "";
  let project: PackageProject;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "svm-gateway-package-"));
    project = await packageProject(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [resolution, compiler, words] of resolutions) {
    it(`type-check a user's programs under module resolution ${resolution}, declarations included`, async () => {
      expect(await typeCheck(compiler, words, project)).to.equal("");
    });
  }

  for (const name of clientNames) {
    it(`${name} runs there`, async () => {
      const gateway = await ScriptedGateway.start();
      gateway.steps = [
        ({ body, path }) => {
          const parsed = JSON.parse(body) as
            | { id: number; method: string }
            | { id: number; method: string }[];
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
        const stdout = await run(
          process.execPath,
          ["package/program.js", gateway.url],
          project.programsOf(name),
        );
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
  }

  it("svm-gateway-client has no dependencies", async () => {
    const installed = await readdir(join(project.folder, "node_modules"));
    expect(installed.filter((entry) => !entry.startsWith("."))).to.have.members([
      "svm-gateway",
      "svm-gateway-client",
    ]);
  });

  it("svm-gateway-client works the same however it is resolved", async () => {
    const tarball = createPackageFromTarballData(await readFile(project.clientTarball));
    const checked = await checkPackage(tarball);
    // CommonJS gets the ES module by require(esm), which every Node that it runs on has.
    const problems = checked.types === false ? checked : checked.problems.map(({ kind }) => kind);
    expect([...new Set(problems as string[])]).to.deep.equal(["CJSResolvesToESM"]);
  });

  it("svm-gateway-client supports require() too", async () => {
    const program = 'console.log(typeof require("svm-gateway-client").createClient)';
    expect(await run(process.execPath, ["--input-type=commonjs", "-e", program], project.folder)).to.equal(
      "function\n",
    );
  });

  it("svm-gateway-client is bundled for a page without ws, and tree-shaken if it is not used", async () => {
    const bundle = async (contents: string) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: project.folder },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        write: false,
        logLevel: "silent",
      });
      return outputFiles[0]?.text ?? "";
    };
    expect(
      await bundle('import { createClient } from "svm-gateway-client"; createClient({ url });'),
    ).to.contain("getBalance");
    expect(await bundle('import { createClient } from "svm-gateway-client";')).to.equal("");
  });

  it("have one version, one licence and one oldest Node", async () => {
    const manifest = async (path: string) => {
      const { version, license, engines } = JSON.parse(await readFile(join(packageRoot, path), "utf8"));
      return { version, license, engines };
    };
    expect(await manifest("packages/client/package.json")).to.deep.equal(await manifest("package.json"));
  });
});
