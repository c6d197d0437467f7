import { type StatsListener, unwatchFile, watchFile } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy } from "../files/keep-unreadable-copy.ts";
import { NotAFileError, readBoundedFile, readFileIfThere } from "../files/read-bounded-file.ts";
import type { CountFailure } from "../log/count-failure.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkChange, NetworkChanges, NetworkPersistence } from "./network-change.ts";
import { parseState, writeState } from "./state-text.ts";

/** Where the state file is, and how its failures are reported. */
export interface StateFileOptions {
  readonly path: string;
  readonly logger: Pick<Logger, "warn">;
  readonly countFailure?: CountFailure | undefined;
  /** Time between checks for changes by other processes. */
  readonly followIntervalMs?: number;
}

/** A temporary file this old was left behind by a process that ended. */
const leftoverAgeMs = 60_000;
/** Enough for a thousand networks with the longest addresses; a gateway writes no longer file. */
export const maxStateBytes = 4 * 1024 * 1024;

/**
 * Keeps run-time changes in a file that survives a kill at any moment. There is one write at a time; changes that come during
 * a write go into the next one together. Processes on the same file lose none of each other's changes: each write starts
 * from what the file holds, under a lock.
 */
export function createStateFile({
  path,
  logger,
  countFailure,
  followIntervalMs = 400,
}: StateFileOptions): NetworkPersistence {
  let known: NetworkChanges = new Map();
  let waiting: { changes: Map<string, NetworkChange>; written: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let watched: StatsListener | undefined;
  let follower: ((changes: NetworkChanges) => void) | undefined;

  /** Runs an access to the file after the previous one has ended, even if that failed. */
  function enqueue<T>(access: () => Promise<T>): Promise<T> {
    const next = last.then(access, access);
    last = next;
    return next;
  }

  function warn(message: string, fault: unknown, fields: object = {}): void {
    logger.warn({ path, ...fields, err: fault }, message);
    countFailure?.("state_file");
  }

  /** What the file holds; undefined when there is no file. An unreadable file is renamed and treated as missing. */
  async function read(): Promise<NetworkChanges | undefined> {
    try {
      const text = await readFileIfThere(path, maxStateBytes);
      return text === undefined ? undefined : parseState(text);
    } catch (caught) {
      if (caught instanceof NotAFileError) throw caught;
      const target = await keepUnreadableCopy(path);
      warn("The state file is not readable; it was renamed, and a new one will be written.", caught, {
        target,
      });
      return undefined;
    }
  }

  async function write(changes: NetworkChanges): Promise<void> {
    const { found, next } = await changeFile(
      path,
      async (replace) => {
        const found = await read();
        const next = new Map(found ?? known);
        for (const [id, change] of changes) next.set(id, { ...next.get(id), ...change });
        await replace(writeState(next));
        return { found, next };
      },
      (fault) => warn("The lock of the state file can't be removed.", fault),
    );
    const hasOthersChanges = found !== undefined && writeState(found) !== writeState(known);
    known = next;
    // The changes of another process were just read: no later check would find a difference.
    if (hasOthersChanges) follower?.(next);
  }

  async function readOthersChanges(): Promise<void> {
    let found: NetworkChanges;
    try {
      found = parseState(await readBoundedFile(path, maxStateBytes));
    } catch {
      return; // Missing, or half saved by an editor: the known changes stay, and the next write handles the file.
    }
    if (writeState(found) === writeState(known)) return;
    known = found;
    follower?.(found);
  }

  return {
    load() {
      return enqueue(async () => {
        try {
          known = (await read()) ?? new Map();
          await removeLeftovers(path);
        } catch (caught) {
          warn("The state file can't be used; changes to networks are not saved.", caught);
        }
        return known;
      });
    },
    save(id, change) {
      if (waiting === undefined) {
        const changes = new Map<string, NetworkChange>();
        const written = enqueue(() => {
          waiting = undefined;
          return write(changes);
        });
        waiting = { changes, written };
      }
      waiting.changes.set(id, { ...waiting.changes.get(id), ...change });
      return waiting.written;
    },
    follow(listener) {
      follower = listener;
      watched = () => {
        enqueue(readOthersChanges).catch((caught: unknown) =>
          warn("The changes in the state file can't be read.", caught),
        );
      };
      watchFile(path, { interval: followIntervalMs, persistent: false }, watched);
    },
    readNow: () => enqueue(readOthersChanges),
    async close() {
      if (watched !== undefined) unwatchFile(path, watched);
      await last.catch(() => undefined); // The caller of save() got the error.
    },
  };
}

async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > leftoverAgeMs) await unlink(file);
  }
}
