import { renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { fileVersion, followFile } from "../../src/files/follow-file.ts";
import { tickThrough, useFakeClock } from "../fake-clock.ts";
import { temporaryFolder } from "../networks/harness.ts";

describe("following a file", () => {
  let path: string;
  let stop: () => void;
  let onText: (text: string) => void;
  let clock: ReturnType<typeof useFakeClock>;

  beforeEach(() => {
    clock = useFakeClock();
    path = join(temporaryFolder(), "followed");
    onText = () => undefined;
  });
  afterEach(() => stop());

  /** Follows the file; what it read, or why it could not, goes to `onText`. */
  function follow(knownVersion?: string): void {
    let text = "";
    stop = followFile(path, {
      knownVersion,
      read: async () => {
        text = "";
        text = await readFile(path, "utf8");
        if (text === "") throw new Error("empty");
      },
      onUsable: (isUsable, error) => onText(isUsable ? text : (error as Error).message),
    });
  }

  /** Waits for something that takes a few looks at the file. */
  const looks = <Result>(promise: Promise<Result>) =>
    tickThrough(clock, promise, { maxMs: 40_000, stepMs: 400 });

  function read(expected: string | RegExp): Promise<void> {
    return looks(
      new Promise((resolve) => {
        onText = (text) => {
          if (typeof expected === "string" ? text === expected : expected.test(text)) resolve();
        };
      }),
    );
  }

  async function look(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await clock.tickAsync(400);
      await readFile(path);
    }
  }

  it("reads a change that was made before its first check", async () => {
    writeFileSync(path, "old");
    follow();
    writeFileSync(path, "new");
    await read("new");
  });

  it("retries a version that the system could not read", async () => {
    writeFileSync(path, "new");
    let reads = 0;
    let failures = 0;
    const isRead = new Promise<void>((resolve) => {
      stop = followFile(path, {
        read: async () => {
          reads += 1;
          if (reads < 4)
            throw Object.assign(new Error("EMFILE: too many open files"), {
              code: "EMFILE",
              syscall: "open",
            });
        },
        onUsable: (isUsable) => {
          if (isUsable) resolve();
          else failures += 1;
        },
      });
    });
    await looks(isRead);
    expect([reads, failures]).to.deep.equal([4, 1]);
  });

  it("does not read the version that was read already", async () => {
    writeFileSync(path, "old");
    follow(await fileVersion(path));
    const first = new Promise<string>((resolve) => {
      onText = resolve;
    });
    await look(50);
    // In one step: a reader of a file that is being written may find it empty.
    writeFileSync(`${path}.next`, "new");
    renameSync(`${path}.next`, path);
    expect(await looks(first)).to.equal("new");
  });

  const changes: [name: string, change: () => void, read: string | RegExp][] = [
    ["text of the same length", () => writeFileSync(path, "new"), "new"],
    [
      "another file in its place",
      () => {
        writeFileSync(`${path}.next`, "next");
        renameSync(`${path}.next`, path);
      },
      "next",
    ],
    ["no file", () => rmSync(path), /ENOENT/],
    ["a text that can't be used", () => writeFileSync(path, ""), "empty"],
  ];
  for (const [name, change, expected] of changes)
    it(`reads again after a change to ${name}`, async () => {
      writeFileSync(path, "old");
      follow();
      await read("old");
      change();
      await read(expected);
      writeFileSync(path, "back");
      await read("back");
    });

  it("reads a file that appears", async () => {
    follow();
    await read(/ENOENT/);
    writeFileSync(path, "there");
    await read("there");
  });

  it("does not read again while nothing changes", async () => {
    writeFileSync(path, "old");
    let reads = 0;
    let looked: () => void = () => undefined;
    follow();
    await read("old");
    onText = () => {
      reads += 1;
      looked();
    };
    const again = new Promise<void>((resolve) => {
      looked = resolve;
    });
    // Long after many looks, a change is the first thing that is read.
    await look(50);
    writeFileSync(path, "newer");
    await looks(again);
    expect(reads).to.equal(1);
  });
});
