import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { lockFile } from "../../src/files/change-file.ts";
import { useFakeClock } from "../fake-clock.ts";
import { temporaryFolder } from "../networks/harness.ts";

describe("lockFile()", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "state.json");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("has one holder at a time", async () => {
    let inside = 0;
    let most = 0;
    const hold = async () => {
      const lock = await lockFile(path);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 20 }, hold));
    expect([most, existsSync(`${path}.lock`)]).to.deep.equal([1, false]);
  });

  it("takes over at once from a process of this machine that has died", async () => {
    const first = await lockFile(path);
    const text = readFileSync(`${path}.lock`, "utf8");
    await first.release();
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    writeFileSync(`${path}.lock`, text.replace(/^\d+/, String(child.pid)));
    // Not because of its age, which it never gets.
    utimesSync(`${path}.lock`, 10_000_000_000, 10_000_000_000);
    const lock = await lockFile(path);
    expect(await lock.isHeld()).to.equal(true);
    await lock.release();
  });

  it("takes over a stale lock from a holder on another machine, whatever the lock says", async () => {
    writeFileSync(`${path}.lock`, "1 elsewhere\n");
    utimesSync(`${path}.lock`, 1, 1);
    writeFileSync(`${path}.lock.break`, "");
    utimesSync(`${path}.lock.break`, 1, 1);
    const lock = await lockFile(path);
    expect(await lock.isHeld()).to.equal(true);
    await lock.release();
  });

  it("reports that it was lost, and leaves the new holder's lock alone", async () => {
    const lost = await lockFile(path);
    utimesSync(`${path}.lock`, 1, 1);
    const lock = await lockFile(path);
    expect([await lost.isHeld(), await lock.isHeld()]).to.deep.equal([false, true]);
    await lost.release();
    expect(await lock.isHeld()).to.equal(true);
    await lock.release();
  });

  it("is not left behind on a full disk", async () => {
    const file = await open(join(folder, "any"), "w");
    await file.close();
    const handles = Object.getPrototypeOf(file) as { writeFile: FileHandle["writeFile"] };
    const { writeFile } = handles;
    handles.writeFile = () => Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }));
    try {
      const error: unknown = await lockFile(path).catch((caught: unknown) => caught);
      expect(error).to.have.property("code", "ENOSPC");
    } finally {
      handles.writeFile = writeFile;
    }
    expect(existsSync(`${path}.lock`)).to.equal(false);
  });

  it("is waited for while others take turns, however long that takes in all", async () => {
    const clock = useFakeClock();
    writeFileSync(`${path}.lock`, "1 elsewhere\n");
    let turns = 0;
    const lock = await lockFile(path, async () => {
      clock.tick(9000);
      turns += 1;
      if (turns === 50) rmSync(`${path}.lock`);
      else writeFileSync(`${path}.lock`, `1 elsewhere ${turns}\n`);
    });
    expect([turns, await lock.isHeld()]).to.deep.equal([50, true]);
    await lock.release();
  });

  it("is not waited for longer than ten seconds while one holder keeps it", async () => {
    const clock = useFakeClock();
    writeFileSync(`${path}.lock`, "1 elsewhere\n");
    let turns = 0;
    const waiting = lockFile(path, async () => {
      clock.tick(1000);
      turns += 1;
    });
    const error: unknown = await waiting.catch((caught: unknown) => caught);
    expect(String(error)).to.contain(`${path}.lock is held by another process; remove it if no gateway uses`);
    expect(turns).to.equal(11);
  });
});
