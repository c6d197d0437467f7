import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { productionEntries } from "../deploy/published-package.ts";
import { type DocsGateway, startDocsGateway } from "./docs-gateway.ts";
import { fencedBlocks, guideText } from "./fenced-blocks.ts";

/** What a clone does not have, or has no need of here. */
const leftOut = [".git", "node_modules", "coverage", "dist", ".tested-program"];
const clientFile = "svm-gateway-client-0.1.0.tgz";
const gatewayFile = "svm-gateway-0.1.0.tgz";

/** Runs a line of a guide in a folder, with what npm needs and no registry. */
function run(line: string, cwd: string, input = ""): string {
  const { stdout, stderr, status } = spawnSync("sh", ["-c", line], {
    cwd,
    input,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", HOME: cwd, npm_config_offline: "true", NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`${line}: ${stdout}${stderr}`);
  return stdout;
}

/** The line of a guide that installs a file. */
function installs(path: string, file: string): string {
  return new RegExp(`npm install \\./${file.replaceAll(".", "\\.")}`).exec(guideText(path))?.[0] ?? "";
}

describe("the files that npm run pack makes, in an empty folder @long", function () {
  this.timeout(180_000);
  let root: string;
  let clone: string;
  let project: string;
  let gateway: DocsGateway;

  before(async () => {
    root = mkdtempSync(join(tmpdir(), "svm-gateway-packed-"));
    clone = join(root, "clone");
    for (const entry of readdirSync(packageRoot).filter((found) => !leftOut.includes(found)))
      cpSync(join(packageRoot, entry), join(clone, entry), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules"), join(clone, "node_modules"));
    // What `npm run pack` does once dependencies are there.
    run("node scripts/pack.mjs", clone);
    // As npm installs the file, but with links to the dependencies of this clone: no registry is asked.
    project = join(root, "project");
    const installed = join(project, "node_modules/svm-gateway");
    mkdirSync(installed, { recursive: true });
    run(`tar -xzf ../clone/${gatewayFile} --strip-components=1 -C node_modules/svm-gateway`, project);
    for (const path of productionEntries().keys()) {
      if (path.lastIndexOf("node_modules/") !== 0) continue;
      mkdirSync(dirname(join(project, path)), { recursive: true });
      symlinkSync(join(packageRoot, path), join(project, path));
    }
    mkdirSync(join(project, "node_modules/.bin"));
    symlinkSync("../svm-gateway/dist/src/cli/main.js", join(project, "node_modules/.bin/svm-gateway"));
    run("chmod +x node_modules/svm-gateway/dist/src/cli/main.js", project);
    gateway = await startDocsGateway();
  });
  after(async () => {
    await gateway.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const here = (text: string) => text.replaceAll("http://127.0.0.1:3000", gateway.url);

  for (const path of ["README.md", "docs/typed-client.md", "packages/client/README.md"]) {
    it(`install the client as ${path} says, and run its first program`, () => {
      const folder = mkdtempSync(join(root, "client-"));
      cpSync(join(clone, clientFile), join(folder, clientFile));
      run(installs(path, clientFile), folder);
      const [program] = fencedBlocks(guideText(path)).filter(({ language }) => language === "ts");
      // The events of a client need a package on Node 20, as the guides say.
      const [text = ""] = here(program?.text ?? "").split("for await");
      writeFileSync(join(folder, "try.mjs"), text);
      expect(run("node try.mjs", folder)).to.match(/\d+n/);
    });
  }

  it("are named in the quick start", () => {
    expect(installs("docs/quick-start.md", gatewayFile)).not.to.equal("");
  });

  for (const path of ["README.md", "docs/quick-start.md"]) {
    it(`run the commands of ${path} through npx`, () => {
      const lines = guideText(path).match(/npx svm-gateway (?:call|networks) [^`\n]*--url \S+\b/g) ?? [];
      expect(lines).not.to.have.length(0);
      for (const line of lines) expect(run(here(line), project)).not.to.equal("");
    });
  }

  for (const block of fencedBlocks(guideText("docs/tool-clients.md")).filter(
    ({ notes }) => notes[0] === "client",
  )) {
    const [servers] = Object.values(
      JSON.parse(block.text) as Record<string, Record<string, { command?: string; args?: string[] }>>,
    );
    const { command, args = [] } = servers?.["svm-gateway"] ?? {};
    if (command === undefined) continue;
    it(`start the server of docs/tool-clients.md:${block.line}`, () => {
      const words = args.map((arg) =>
        arg.replace("/path/to/svm-gateway", join(project, "node_modules/svm-gateway")),
      );
      const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
      expect(run([command, ...words].join(" "), root, ping)).to.include('"id":1');
    });
  }
});
