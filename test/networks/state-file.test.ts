import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { NotAFileError } from "../../src/files/read-bounded-file.ts";
import type { NetworkChanges } from "../../src/networks/network-change.ts";
import { createFileNetworkStorage, parseState, writeState } from "../../src/networks/state-file.ts";
import { useFakeClock } from "../fake-clock.ts";
import { recordingLogger, temporaryFolder } from "./harness.ts";

const state = writeState(new Map([["a", { enabled: true, rpcUrl: "https://a.example.com" }]]));

describe("the state file", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, "state.json");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function open() {
    const logger = recordingLogger();
    return {
      file: createFileNetworkStorage({ path, log: logger, countFailure: () => undefined }),
      warnings: logger.lines,
    };
  }

  it("holds nothing before the first change, and makes no file", async () => {
    const { file, warnings } = open();
    expect((await file.load()).size).to.equal(0);
    await file.close();
    expect([readdirSync(folder), warnings]).to.deep.equal([[], []]);
  });

  it("returns saved changes after a restart", async () => {
    const { file } = open();
    await file.load();
    await file.save("a", { enabled: true });
    await file.save("b", { rpcUrl: "https://b.example.com" });
    await file.save("a", { rpcUrl: "https://a.example.com" });
    await file.close();
    expect(Object.fromEntries(await open().file.load())).to.deep.equal({
      a: { enabled: true, rpcUrl: "https://a.example.com" },
      b: { rpcUrl: "https://b.example.com" },
    });
  });

  it("is readable only by its owner, since addresses may hold credentials", async () => {
    const { file } = open();
    await file.save("a", { enabled: true });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it("writes changes made during a write together, in the next one", async () => {
    const { file } = open();
    const first = file.save("n0", { enabled: true });
    await Promise.resolve();
    const others = Array.from({ length: 50 }, (_, index) => file.save(`n${index + 1}`, { enabled: true }));
    expect(new Set(others).size).to.equal(1);
    await Promise.all([first, ...others]);
    expect(parseState(readFileSync(path, "utf8")).size).to.equal(51);
  });

  it("finishes saving before it closes", async () => {
    const { file } = open();
    const saved = file.save("a", { enabled: true });
    await file.close();
    expect(parseState(readFileSync(path, "utf8")).get("a")).to.deep.equal({ enabled: true });
    await saved;
  });

  it("leaves no temporary file behind, and removes those of dead processes once they are old", async () => {
    writeFileSync(`${path}.999-1.tmp`, "old");
    utimesSync(`${path}.999-1.tmp`, 1, 1);
    writeFileSync(`${path}.999-2.tmp`, "being written by another");
    writeFileSync(join(folder, "other.tmp"), "not ours");
    const { file } = open();
    await file.load();
    await file.save("a", { enabled: true });
    expect(readdirSync(folder).sort()).to.deep.equal(["other.tmp", "state.json", "state.json.999-2.tmp"]);
  });

  it("reports a failed write to the caller", async () => {
    rmSync(folder, { recursive: true });
    const { file } = open();
    const failure = await file.save("a", { enabled: true }).catch((caught: unknown) => caught);
    expect(failure).to.have.property("code", "ENOENT");
    mkdirSync(folder);
    await file.save("b", { enabled: true });
    expect([...parseState(readFileSync(path, "utf8")).keys()]).to.deep.equal(["b"]);
    await file.close();
  });

  describe("that is torn or unreadable", () => {
    const cases: [what: string, text: string][] = [
      ["empty", ""],
      ["cut in the middle", state.slice(0, state.length / 2)],
      ["zeros, as after a power cut", "\0".repeat(200)],
      ["no JSON", "<html>"],
      ["no object", "[]"],
      ["null", "null"],
      ["of a later version", state.replace("1", "2")],
      ["without networks", '{"version":1}'],
      ["with an entry that is no object", '{"version":1,"networks":{"a":1}}'],
      ["with a flag that is text", '{"version":1,"networks":{"a":{"enabled":"yes"}}}'],
      ["with an address that is not https", '{"version":1,"networks":{"a":{"rpc_url":"http://127.0.0.1"}}}'],
    ];
    for (const [what, text] of cases) {
      it(`does not stop a start, and is renamed intact: ${what}`, async () => {
        writeFileSync(path, text);
        const { file, warnings } = open();
        expect((await file.load()).size).to.equal(0);
        expect(warnings).to.have.length(1);
        expect(warnings[0]?.fields).to.include({ target: `${path}.unreadable-1` });
        await file.save("b", { enabled: true });
        await file.close();
        expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal(text);
        expect(parseState(readFileSync(path, "utf8")).get("b")).to.deep.equal({ enabled: true });
      });
    }

    it("never overwrites an earlier unreadable copy", async () => {
      writeFileSync(`${path}.unreadable-1`, "older");
      writeFileSync(path, "newer");
      await open().file.load();
      expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal("older");
      expect(readFileSync(`${path}.unreadable-2`, "utf8")).to.equal("newer");
    });

    it("loses no acknowledged change when it becomes so later", async () => {
      const { file } = open();
      await file.save("a", { enabled: true });
      writeFileSync(path, "torn");
      await file.save("b", { enabled: true });
      expect([...parseState(readFileSync(path, "utf8")).keys()]).to.deep.equal(["a", "b"]);
      expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal("torn");
      await file.close();
    });

    it("is a folder: a start goes on with a warning, and a change is refused", async () => {
      mkdirSync(path);
      const { file, warnings } = open();
      expect((await file.load()).size).to.equal(0);
      expect(warnings).to.have.length(1);
      const failure = await file.save("a", { enabled: true }).catch((caught: unknown) => caught);
      expect(failure).to.be.instanceOf(Error);
      await file.close();
      expect(statSync(path).isDirectory()).to.equal(true);
    });
  });

  describe("that is no state file at all", () => {
    it("is a pipe: a start neither waits for a writer nor moves it", async () => {
      execFileSync("mkfifo", [path]);
      const { file, warnings } = open();
      expect((await file.load()).size).to.equal(0);
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        "the state file can't be used; changes of networks are not saved",
      ]);
      const failure = await file.save("a", { enabled: true }).catch((caught: unknown) => caught);
      expect(failure).to.be.instanceOf(NotAFileError);
      await file.close();
      expect(statSync(path).isFIFO()).to.equal(true);
    });

    /** More than Node reads into memory; the file has a hole of this size, and takes no room. */
    const tooLongToRead = 8 * 2 ** 30;
    it("is far too long: it is renamed unread", async () => {
      closeSync(openSync(path, "w"));
      truncateSync(path, tooLongToRead);
      const { file, warnings } = open();
      expect((await file.load()).size).to.equal(0);
      expect(warnings[0]?.fields).to.include({ target: `${path}.unreadable-1` });
      expect(statSync(`${path}.unreadable-1`).size).to.equal(tooLongToRead);
      await file.save("a", { enabled: true });
      await file.close();
      expect(parseState(readFileSync(path, "utf8")).size).to.equal(1);
    });
  });

  it("counts each of its failures", async () => {
    rmSync(folder, { recursive: true });
    const failures: string[] = [];
    const file = createFileNetworkStorage({
      path,
      log: recordingLogger(),
      countFailure: (subsystem) => failures.push(subsystem),
    });
    await file.load();
    await file.close();
    mkdirSync(folder);
    expect(failures).to.deep.equal(["state_file"]);
  });

  it("reports to its follower what another process wrote even if its own next write found it first", async () => {
    // The clock stands still: no look at the file finds the change.
    useFakeClock();
    const [one, other] = [open().file, open().file];
    let seen: NetworkChanges = new Map();
    one.follow((changes) => {
      seen = changes;
    });
    await one.load();
    await other.save("b", { enabled: true });
    await one.save("a", { enabled: true });
    expect(Object.fromEntries(seen)).to.deep.equal({ a: { enabled: true }, b: { enabled: true } });
    await Promise.all([one.close(), other.close()]);
  });

  it("loses no acknowledged change when someone removes it", async () => {
    const { file } = open();
    await file.save("a", { enabled: true });
    rmSync(path);
    await file.save("b", { enabled: true });
    expect([...parseState(readFileSync(path, "utf8")).keys()]).to.deep.equal(["a", "b"]);
  });

  it("keeps the changes of another gateway on the same file", async () => {
    const [one, other] = [open().file, open().file];
    await one.load();
    await other.load();
    await one.save("a", { enabled: true });
    await other.save("b", { enabled: true });
    await one.save("c", { enabled: true });
    expect([...parseState(readFileSync(path, "utf8")).keys()]).to.deep.equal(["a", "b", "c"]);
  });

  it("is whole at every moment while two gateways write it, and the last writer wins", async () => {
    const gateways = [open().file, open().file];
    for (let round = 0; round < 10; round += 1) {
      const writes = gateways.map((file, index) =>
        file.save("a", { rpcUrl: `https://g${index}.example.com/${round}` }),
      );
      await Promise.race(writes);
      expect(parseState(readFileSync(path, "utf8")).size).to.equal(1);
      await Promise.all(writes);
    }
    await gateways[0]?.save("a", { rpcUrl: "https://last.example.com" });
    expect(parseState(readFileSync(path, "utf8")).get("a")?.rpcUrl).to.equal("https://last.example.com");
  });

  it("reports to a gateway what another one saved, and nothing of its own", async () => {
    const [one, other] = [open().file, open().file];
    const heard: NetworkChanges[] = [];
    const told = new Promise<void>((done) => {
      one.follow((changes) => {
        heard.push(changes);
        done();
      });
    });
    await one.save("a", { enabled: true });
    await other.save("b", { enabled: false });
    await told;
    await one.close();
    expect(heard.map((changes) => Object.fromEntries(changes))).to.deep.equal([
      { a: { enabled: true }, b: { enabled: false } },
    ]);
  });

  it("that can't be read for another process's changes is warned about, once each time", async () => {
    mkdirSync(path);
    const { file, warnings } = open();
    await file.readNow();
    expect(warnings.map(({ fields }) => fields.err)).to.have.length(1);
    expect(warnings[0]?.fields.err).to.be.instanceOf(NotAFileError);
  });

  it("that is missing or half saved by another process changes nothing, and is not warned about", async () => {
    const { file, warnings } = open();
    await file.readNow();
    writeFileSync(path, state.slice(0, 20));
    await file.readNow();
    writeFileSync(path, "");
    await file.readNow();
    expect(warnings).to.deep.equal([]);
  });
});
