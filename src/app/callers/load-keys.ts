import { keyEntriesOf } from "../../auth/key-entries.ts";
import type { KeyStore } from "../../auth/key-store.ts";
import type { KeySource, KeyTable } from "../../auth/key-table.ts";
import type { Logger } from "../../log/logger.ts";

/** What reading a store into the table needs. */
export interface KeyLoaderOptions {
  readonly table: KeyTable;
  readonly source: KeySource;
  readonly store: KeyStore;
  readonly logger: Logger;
}

/**
 * Makes a function that reads all keys of a store into the table. Reads never overlap: one that began before a change could
 * end after the next one, and undo the change.
 */
export function createKeyLoader({ table, source, store, logger }: KeyLoaderOptions): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const hidden = table.replace(source, keyEntriesOf(await store.read(), store.place));
    for (const id of hidden) logger.warn({ key: id }, "a key of this id is hidden by one of another source");
  }

  return () => {
    // A fault of the read before is reported to its own caller.
    last = last.then(load, load);
    return last;
  };
}
