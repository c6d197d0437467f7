import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { mochaHooks, watchChild } from "./child-process.ts";

const endless = 'console.log("running"); setInterval(() => undefined, 1000);';

/** Runs a program until its first line, which is returned. */
async function started(...words: readonly string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = watchChild(spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] }));
  const [line] = await once(child.stdout, "data");
  return { child, line: String(line).trim() };
}

function hasEnded(pid: number | string | undefined): boolean {
  try {
    // One that has ended may be listed as a zombie until its parent looks.
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}

describe("a process that a test starts", () => {
  it("ends with the test's file", async () => {
    const { child } = await started("-e", endless);
    await mochaHooks.afterAll();
    expect(child.signalCode).to.equal("SIGKILL");
  });

  it("ends with the test's file also where another one ends by itself meanwhile", async () => {
    // The more memory a process has, the longer it takes to end.
    const first = await started("-e", `globalThis.kept = Buffer.alloc(2e8, 1); ${endless}`);
    const second = await started("-e", endless);
    second.child.kill("SIGKILL");
    // Without a turn of the event loop: its exit is not told yet.
    while (!hasEnded(second.child.pid));
    await mochaHooks.afterAll();
    expect([first, second].map(({ child }) => child.signalCode)).to.deep.equal(["SIGKILL", "SIGKILL"]);
  });

  it("ends even if the process of the tests is killed", async () => {
    const helper = new URL("./child-process.ts", import.meta.url).href;
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
    const tests = `
      import { spawn } from "node:child_process";
      import { watchChild } from ${JSON.stringify(helper)};
      const child = watchChild(spawn(process.execPath, ["-e", ${JSON.stringify(endless)}], { stdio: ["ignore", "pipe", "inherit"] }));
      child.stdout.once("data", () => console.log(child.pid));
    `;
    const { child, line } = await started("--import", tsx, "--input-type=module", "-e", tests);
    expect(hasEnded(line)).to.equal(false);
    child.kill("SIGKILL");
    // No event tells of the end of another process's child.
    while (!hasEnded(line)) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it("shows its last lines when the test fails", () => {
    watchChild(spawn(process.execPath, ["-e", ""]), () => "first\nlast\n");
    const err = new Error("expected 1 to equal 2");
    const currentTest = { state: "failed", err };
    mochaHooks.afterEach.call({ currentTest } as unknown as Mocha.Context);
    expect(err.message).to.match(/^expected 1 to equal 2\n\n.* -e \nsaid last:\n {2}first\n {2}last\n$/);
    expect(err.stack).to.contain(err.message);
  });
});
