import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { RunningProgram } from "../running-program.ts";
import {
  installSize,
  type PublishedPackage,
  productionEntries,
  publishedPackage,
} from "./published-package.ts";

describe("the package as published @long", () => {
  let published: PublishedPackage;
  before(async () => {
    published = await publishedPackage();
  });
  after(() => published?.remove());

  it("contains only what users need", () => {
    const wanted =
      /^(CHANGELOG\.md|LICENSE|README\.md|config\.schema\.json|openrpc\.json|package\.json|dist\/(src|generated)\/.*\.(js|d\.ts)|dist\/config\.schema\.json|dist\/src\/.*\.json|docs\/site\/.*\.(html|js|css|svg|json)(\.gz)?)$/;
    expect(published.files.filter((path) => !wanted.test(path))).to.deep.equal([]);
  });

  for (const path of [
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "config.schema.json",
    "dist/src/cli/main.js",
    "dist/src/client/index.js",
    "dist/src/client/index.d.ts",
    "docs/site/index.html",
    "docs/site/status/index.html",
    "openrpc.json",
  ]) {
    it(`holds ${path}`, () => {
      expect(published.files).to.include(path);
    });
  }

  it("is no larger than 5 MB unpacked", () => {
    expect(published.unpackedBytes).to.be.lessThan(5_000_000);
  });

  it("installs 119 packages of 29 MiB, and no more", () => {
    const { packages, bytes } = installSize();
    expect(packages).to.be.at.most(119);
    expect(bytes / 2 ** 20).to.be.at.most(29);
  });

  it("says which package --mock needs, and starts with it", async () => {
    const main = join(published.project, "node_modules/svm-gateway/dist/src/cli/main.js");
    const words = [main, "call", "getSlot", "--mock"];
    const options = { cwd: published.project, env: { HOME: published.project } };
    const without = await new RunningProgram(process.execPath, words, options).ended();
    expect([without.code, without.stderr]).to.deep.equal([
      1,
      "error: --mock needs the package @open-rpc/server-js, which is not installed: " +
        "npm install @open-rpc/server-js, or start without --mock.\n",
    ]);
    const installed = join(published.project, "node_modules/@open-rpc/server-js");
    mkdirSync(dirname(installed), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules/@open-rpc/server-js"), installed);
    const withIt = await new RunningProgram(process.execPath, words, options).ended();
    expect([withIt.code, withIt.stderr]).to.deep.equal([0, ""]);
  });

  it("builds nothing during an install", () => {
    const built = [...productionEntries()].filter(([, { hasInstallScript }]) => hasInstallScript === true);
    // Optional packages are left out where they do not build, and nothing here needs them.
    expect(built.filter(([, { optional }]) => optional !== true).map(([path]) => path)).to.deep.equal([]);
  });

  it("serves embedded ledgers, the playground and the status page from an empty folder", async () => {
    const words = ["node_modules/svm-gateway/dist/src/cli/main.js", "serve", "--local"];
    const program = new RunningProgram(process.execPath, [...words, "--port", "0", "--ws-port", "0"], {
      cwd: published.project,
      env: { PATH: process.env.PATH ?? "", HOME: published.project },
    });
    try {
      const [, url = ""] = await program.printed(/^listening http (\S+)$/m);
      const answer = await fetch(`${url}/?network=all`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
      });
      expect(await answer.text()).to.equal(
        '{"jsonrpc":"2.0","result":{"localnet":"ok","localnet-b":"ok"},"id":1}',
      );
      for (const path of ["/docs/", "/status"]) {
        const page = await fetch(url + path);
        expect([path, page.status]).to.deep.equal([path, 200]);
        expect(await page.text()).to.contain("<!doctype html>");
      }
    } finally {
      expect((await program.stop()).code, program.stderr).to.equal(0);
    }
  });

  it("offers the client to programs, without any dependency of the gateway", async () => {
    const script =
      'import { createClient } from "svm-gateway/client"; console.log(typeof createClient({ url: "http://127.0.0.1:1" }).getSlot)';
    const words = ["--input-type=module", "--eval", script];
    const { stdout, stderr } = await new RunningProgram(process.execPath, words, {
      cwd: published.project,
      env: {},
    }).ended();
    expect({ stdout, stderr }).to.deep.equal({ stdout: "function\n", stderr: "" });
  });
});
