import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createRandom } from "../../bench/ledger/random.ts";
import { parseState, writeState } from "../../src/networks/state-file.ts";
import { watchChild } from "../child-process.ts";
import { bundleProgram } from "./bundle-program.ts";
import { temporaryFolder } from "./harness.ts";

const kills = 10;
const maxAcknowledged = 12;
/** A write of the whole file takes some milliseconds, so that kills fall into every part of it. */
const otherEntries = 2000;
const maxDelayMs = 25;
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

/** What a killed process had acknowledged: the highest count of each network, and what it warned of. */
interface Killed {
  readonly counts: ReadonlyMap<string, number>;
  readonly warnings: readonly string[];
}

describe(`the state file, when its process is killed (KILL_SEED=${seed}) @long`, () => {
  const random = createRandom(seed);
  let folder: string;
  let program: string;

  before(async () => {
    folder = temporaryFolder();
    program = await bundleProgram("change-loop", folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  /**
   * Lets a process change networks and kills it at a random moment after a random one of its acknowledgements.
   */
  async function runAndKill(path: string, start: number): Promise<Killed> {
    const child = spawn(process.execPath, [program, path, String(start)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    watchChild(child);
    const enough = 1 + Math.floor(random() * maxAcknowledged);
    let text = "";
    let isDoomed = false;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (isDoomed || text.split("\n").length <= enough) return;
      isDoomed = true;
      setTimeout(() => child.kill("SIGKILL"), random() * maxDelayMs);
    });
    const [, signal] = await once(child, "close");
    expect(signal).to.equal("SIGKILL");
    const lines = text.split("\n").slice(0, -1);
    const counts = lines.filter((line) => !line.startsWith("warning")).map((line) => line.split(" "));
    return {
      counts: new Map(counts.map(([id = "", count]) => [id, Number(count)])),
      warnings: lines.filter((line) => line.startsWith("warning")),
    };
  }

  it(`holds every acknowledged change after each of ${kills} kills`, async function () {
    this.timeout(120_000);
    const path = join(folder, "state.json");
    const filler = Array.from({ length: otherEntries }, (_, index) => {
      return [`other-${index}`, { rpcUrl: `https://other.example.com/${"x".repeat(400)}` }] as const;
    });
    writeFileSync(path, writeState(new Map(filler)));
    let start = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { counts, warnings } = await runAndKill(path, start);
      expect(warnings).to.deep.equal([]);
      const state = parseState(readFileSync(path, "utf8"));
      expect(state.size).to.be.within(otherEntries, otherEntries + 3);
      for (const [id, acknowledged] of counts) {
        const saved = Number(state.get(id)?.rpcUrl?.split("/").at(-1));
        // One more change of each network may have reached the disk without an acknowledgement.
        expect(saved, `${id} after kill ${kill}`).to.be.within(acknowledged, acknowledged + 1);
        start = Math.max(start, saved + 1);
      }
    }
    expect(start).to.be.above(kills);
    expect(readdirSync(folder).filter((name) => name.includes("unreadable"))).to.deep.equal([]);
  });
});
