import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { validateDocument } from "../../codegen/checks/validate-document.ts";
import { packageRoot } from "../../src/package-root.ts";
import { realText } from "../codegen/harness.ts";
import { fencedBlocks, guideText } from "./fenced-blocks.ts";

/** What a clone does not have, or has no need of here. */
const leftOut = [".git", "node_modules", "coverage", "dist", ".tested-program"];
/** What the compiler is told: the same as by `npm run build`, but only what changed the second time. */
const buildWords = ["-p", "tsconfig.build.json", "--incremental", "--tsBuildInfoFile", "state.tsbuildinfo"];
const handlers = "src/handlers/ledger-handlers.ts";

const guide = guideText("docs/adding-a-method.md");
const method = fencedBlocks(guide).find(({ notes }) => notes[0] === "method")?.text ?? "";
const { name } = JSON.parse(method) as { name: string };

/** The document with the guide's method in it; it is there already while a reader tries the guide. */
function withMethod(document: string): string {
  if (document.includes(`"name": "${name}"`)) return document;
  const last = document.lastIndexOf('"#/components/tags/Other"');
  const end = document.indexOf("\n    }", last) + "\n    }".length;
  return `${document.slice(0, end)},\n${method}${document.slice(end)}`;
}

describe("the guide to adding a method", () => {
  it("describes one that the document takes", () => {
    expect(validateDocument(withMethod(realText)).faults).to.deep.equal([]);
  });
});

describe("the guide to adding a method, followed to the letter @long", function () {
  this.timeout(180_000);
  let clone: string;

  before(() => {
    clone = mkdtempSync(join(tmpdir(), "svm-gateway-clone-"));
    for (const entry of readdirSync(packageRoot).filter((found) => !leftOut.includes(found)))
      cpSync(join(packageRoot, entry), join(clone, entry), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules"), join(clone, "node_modules"));
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  function edit(path: string, change: (text: string) => string): void {
    const file = join(clone, path);
    writeFileSync(file, change(readFileSync(file, "utf8")));
  }

  /** What a program of the clone printed; rejects where it failed. */
  async function run(program: string, ...words: readonly string[]): Promise<string> {
    const bin = join(packageRoot, "node_modules/.bin", program);
    const { stdout } = await promisify(execFile)(bin, words, { cwd: clone, maxBuffer: 2 ** 26 });
    return stdout;
  }

  /** What the compiler complains of. */
  async function complaints(): Promise<string> {
    return await run("tsc", ...buildWords).catch(({ stdout }: { stdout: string }) => stdout);
  }

  it("1 and 2: accepts the description and generates the files", async () => {
    edit("openrpc.json", withMethod);
    expect(await run("tsx", "codegen/main.ts")).to.contain("generated/methods.ts");
  });

  it("builds without any code, and passes the tests of the contract", async () => {
    expect(await complaints()).to.equal("");
    const printed = await run("mocha", "--reporter", "dot", "test/contract/**/*.test.ts");
    expect(printed).to.match(/\d+ passing/);
  });

  it("builds with a handler only if the document says that the method has one, and then only with one", async () => {
    const line = `  ${name}: getAccountOwner,\n`;
    edit(handlers, (text) => text.replace(/^\};\n/m, `${line}};\n`));
    expect(await complaints()).to.match(new RegExp(`^${handlers}.*TS2353: .*'${name}' does not exist.*\n$`));
    edit(handlers, (text) => text.replace(line, ""));
    edit("openrpc.json", (text) => {
      const at = text.indexOf(`"name": "${name}"`);
      return text.slice(0, at) + text.slice(at).replace('"x-origin": "current"', '"x-origin": "composed"');
    });
    await run("tsx", "codegen/main.ts");
    expect(await complaints()).to.match(
      new RegExp(`^${handlers}.*TS2741: Property '${name}' is missing.*\n$`),
    );
  });
});
