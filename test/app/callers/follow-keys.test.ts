import { join } from "node:path";
import { expect } from "chai";
import { createKeyLoader, followKeyFile } from "../../../src/app/callers/follow-keys.ts";
import type { KeyStorage, StoredKey } from "../../../src/auth/key-storages.ts";
import { digestOf, KeyTable } from "../../../src/auth/key-table.ts";
import { createLogger, type Logger } from "../../../src/log/logger.ts";
import { otherKey } from "../../auth/harness.ts";
import { recordingLogger, temporaryFolder } from "../../networks/harness.ts";

const added = { id: "added", key: otherKey };

/** A keeper whose reads end when the test says so. */
function slowStorage(): KeyStorage & { readonly reads: ((keys: readonly StoredKey[] | Error) => void)[] } {
  const reads: ((keys: readonly StoredKey[] | Error) => void)[] = [];
  return {
    place: "the slow keeper",
    reads,
    read: () =>
      new Promise((resolve, reject) =>
        reads.push((keys) => (keys instanceof Error ? reject(keys) : resolve(keys))),
      ),
    change: () => Promise.reject(new Error("not asked for here")),
  };
}

describe("createKeyLoader", () => {
  it("never overlaps loads, since the older could end last", async () => {
    const storage = slowStorage();
    const load = createKeyLoader(new KeyTable(), "file", storage, createLogger({ level: "off" }));
    const loads = [load(), load()];
    await new Promise(setImmediate);
    expect(storage.reads).to.have.length(1);
    storage.reads[0]?.([]);
    await loads[0];
    await new Promise(setImmediate);
    expect(storage.reads).to.have.length(2);
    storage.reads[1]?.([]);
    await loads[1];
  });

  it("recovers from a failed load, and reports the error only to that load's caller", async () => {
    const table = new KeyTable();
    const storage = slowStorage();
    const load = createKeyLoader(table, "file", storage, createLogger({ level: "off" }));
    const failed = load().catch((caught: unknown) => caught);
    const second = load();
    await new Promise(setImmediate);
    storage.reads[0]?.(new Error("the disk is away"));
    expect(await failed).to.have.property("message", "the disk is away");
    await new Promise(setImmediate);
    storage.reads[1]?.([added]);
    await second;
    expect(table.find(digestOf(otherKey))?.id).to.equal("added");
  });
});

describe("followKeyFile", () => {
  it("warns about a missing file, since its name may be misspelt", async () => {
    const logger = recordingLogger();
    const path = join(temporaryFolder(), "keys.json");
    const { close } = await followKeyFile(path, new KeyTable(), () => undefined, logger as unknown as Logger);
    close();
    expect(
      logger.lines.map(({ fields, message }) => [fields.path, /does not exist yet/.test(message)]),
    ).to.deep.equal([[path, true]]);
  });
});
