import { type StatsListener, unwatchFile, watchFile } from "node:fs";
import { readdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { keepUnreadableCopy } from "../files/keep-unreadable-copy.ts";
import { lockFile } from "../files/lock-file.ts";
import { NotAFileError, readBoundedFile } from "../files/read-bounded-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import type { CountFailure } from "../log/count-failure.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkChange, NetworkChanges, NetworkPersistence } from "./network-change.ts";
import { parseState, writeState } from "./state-text.ts";

/** Where the state file is, and where its troubles go. */
export interface StateFileOptions {
  readonly path: string;
  readonly logger: Pick<Logger, "warn">;
  readonly countFailure?: CountFailure | undefined;
  /** Time between checks for another process's changes. */
  readonly followIntervalMs?: number;
}

/** A temporary file this old was left by a process that is gone. */
const leftoverAgeMs = 60_000;
/** Some thousand networks with the longest addresses; a longer file is none that a gateway wrote. */
export const maxStateBytes = 4 * 1024 * 1024;

/**
 * Keeps run-time changes in a file that survives a kill at any moment. Writes follow each other, and what comes
 * while one is under way goes into the next together. Processes on the same file lose none of each other's changes: each
 * write starts from what the file holds, under a lock.
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

  /** One access to the file after the other, whatever became of the one before. */
  function inTurn<T>(access: () => Promise<T>): Promise<T> {
    const turn = last.then(access, access);
    last = turn;
    return turn;
  }

  function warn(message: string, fault: unknown, fields: object = {}): void {
    logger.warn({ path, ...fields, err: fault }, message);
    countFailure?.("state_file");
  }

  /** What the file holds; undefined where there is none. An unreadable one is renamed, and counts as none. */
  async function read(): Promise<NetworkChanges | undefined> {
    try {
      return parseState(await readBoundedFile(path, maxStateBytes));
    } catch (caught) {
      if (isMissing(caught)) return undefined;
      if (caught instanceof NotAFileError) throw caught;
      const target = await keepUnreadableCopy(path);
      warn("The state file is not readable; it was renamed and a new one is begun.", caught, { target });
      return undefined;
    }
  }

  async function write(changes: NetworkChanges): Promise<void> {
    const lock = await lockFile(path);
    let next: Map<string, NetworkChange>;
    let isForeign: boolean;
    try {
      const found = await read();
      isForeign = found !== undefined && writeState(found) !== writeState(known);
      next = new Map(found ?? known);
      for (const [id, change] of changes) next.set(id, { ...next.get(id), ...change });
      await writeFileAtomic(path, writeState(next), () => lock.isHeld());
    } finally {
      await lock
        .release()
        .catch((caught: unknown) => warn("The lock of the state file can't be removed.", caught));
    }
    known = next;
    // What another process wrote is in the file that was read just now: no later check finds a difference.
    if (isForeign) follower?.(next);
  }

  async function takeForeignChanges(): Promise<void> {
    let found: NetworkChanges;
    try {
      found = parseState(await readBoundedFile(path, maxStateBytes));
    } catch {
      return; // Gone, or half saved by an editor: what is known stays, and the next write deals with the file.
    }
    if (writeState(found) === writeState(known)) return;
    known = found;
    follower?.(found);
  }

  return {
    load() {
      return inTurn(async () => {
        try {
          known = (await read()) ?? new Map();
          await removeLeftovers(path);
        } catch (caught) {
          warn("The state file can't be used; changes of networks are not kept.", caught);
        }
        return known;
      });
    },
    save(id, change) {
      if (waiting === undefined) {
        const changes = new Map<string, NetworkChange>();
        const written = inTurn(() => {
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
        inTurn(takeForeignChanges).catch((caught: unknown) =>
          warn("The changes in the state file can't be taken over.", caught),
        );
      };
      watchFile(path, { interval: followIntervalMs, persistent: false }, watched);
    },
    readNow: () => inTurn(takeForeignChanges),
    async close() {
      if (watched !== undefined) unwatchFile(path, watched);
      await last.catch(() => undefined); // The caller of save() got the failure.
    },
  };
}

function isMissing(caught: unknown): boolean {
  return (caught as NodeJS.ErrnoException).code === "ENOENT";
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
