import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { packageTree } from "../docs/package-tree.ts";
import { RunningProgram } from "../running-program.ts";
import { buildSources, dockerfileInstructions } from "./dockerfile.ts";

describe("the container image", () => {
  const all = dockerfileInstructions();
  const stageStart = all.map(({ name }) => name).lastIndexOf("FROM");
  const last = all.slice(stageStart);
  const only = (name: string) => last.filter((instruction) => instruction.name === name);

  it("is built in one stage and run in another, without the tools of the build", () => {
    expect(all.filter(({ name }) => name === "FROM")).to.have.length(2);
    expect(only("RUN").map(({ rest }) => rest)).to.deep.equal(["mkdir /data && chown node:node /data"]);
  });

  it("runs on one current long-term Node, which CI tests", () => {
    const images = all.filter(({ name }) => name === "FROM").map(({ rest }) => rest.split(" ")[0]);
    expect(new Set(images).size).to.equal(1);
    const [, major = ""] = /^node:(\d+)-/.exec(images[0] ?? "") ?? [];
    expect(Number(major)).to.be.at.least(24);
    const [, tested = ""] =
      /^for version in (.*); do$/m.exec(readFileSync(join(packageRoot, ".ci", "run"), "utf8")) ?? [];
    expect(tested.split(" ")).to.include(major);
  });

  it("runs as a user who is not root", () => {
    expect(only("USER")).to.deep.equal([{ name: "USER", rest: "node" }]);
    const names = last.map(({ name }) => name);
    expect(names.indexOf("USER")).to.be.lessThan(names.indexOf("ENTRYPOINT"));
  });

  it("copies only what is there, and what the ignore file lets through", () => {
    const admitted = readFileSync(join(packageRoot, ".dockerignore"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const sources = buildSources();
    expect(sources).to.have.members(admitted);
    for (const source of sources) expect(existsSync(join(packageRoot, source)), source).to.equal(true);
  });

  it("takes from the build everything that the package holds", () => {
    const packed = (
      JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { files: string[] }
    ).files;
    const copied = only("COPY").flatMap(({ rest }) =>
      rest.split(" ").filter((word) => word.startsWith("/build/")),
    );
    const names = copied.map((path) => path.slice("/build/".length));
    // The changelog is for readers.
    const included = packed.filter((path) => path !== "CHANGELOG.md" && !path.startsWith("!"));
    for (const name of included) expect(names).to.include(name);
  });

  it("starts with its command, and is healthy by its own check @long", async () => {
    const tree = await packageTree();
    const entry = JSON.parse(only("ENTRYPOINT")[0]?.rest ?? "") as string[];
    const words = JSON.parse(only("CMD")[0]?.rest ?? "") as string[];
    expect(entry).to.deep.equal(["node", "dist/src/cli/main.js"]);
    expect(words).to.include.members(["--http", "0.0.0.0", "8080", "/data/networks.json"]);
    const data = mkdtempSync(join(tree.root, "data-"));
    const here = words.map((word) =>
      word.replace("0.0.0.0", "127.0.0.1").replace("8080", "0").replace("/data", data),
    );
    const program = new RunningProgram(process.execPath, [...entry.slice(1), ...here, "--local"], {
      cwd: tree.root,
      env: tree.env,
    });
    const [, url = ""] = await program.printed(/^listening http (\S+)$/m);
    const check = /CMD (\[.*\])$/.exec(only("HEALTHCHECK")[0]?.rest ?? "")?.[1] ?? "";
    const [, flag = "", script = ""] = JSON.parse(check) as string[];
    const run = (text: string) =>
      new RunningProgram(process.execPath, [flag, text], { cwd: tree.root, env: tree.env }).ended();
    const good = await run(script.replace("http://127.0.0.1:8080", url));
    expect((await program.stop()).code, program.stderr).to.equal(0);
    const bad = await run(script.replace("http://127.0.0.1:8080", url));
    expect([good.code, bad.code]).to.deep.equal([0, 1]);
  });
});
