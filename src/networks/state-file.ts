import { type StatsListener, unwatchFile, watchFile } from "node:fs";
import { readdir, readFile, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import type { Logger } from "../log/logger.ts";
import type { NetworkChange, NetworkChanges, NetworkPersistence } from "./network-change.ts";
import { setAside } from "./set-aside.ts";
import { parseState, writeState } from "./state-text.ts";

/** Where the state stands and who hears of trouble. */
export interface StateFileOptions {
  readonly path: string;
  readonly logger: Pick<Logger, "warn">;
  /** Time between looks for another gateway's changes. */
  readonly followIntervalMs?: number;
}

/** A temporary file this old was left by a process that is gone. */
const leftoverAgeMs = 60_000;

/**
 * Keeps run-time changes in a file that survives a kill at any moment. Writes follow each other, and what comes
 * while one is under way goes into the next together. Gateways on the same file keep each other's changes: each
 * write starts from what the file holds.
 */
export function createStateFile({
  path,
  logger,
  followIntervalMs = 500,
}: StateFileOptions): NetworkPersistence {
  let known: NetworkChanges = new Map();
  let waiting: { changes: Map<string, NetworkChange>; written: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let followed: StatsListener | undefined;
  let follower: ((changes: NetworkChanges) => void) | undefined;

  /** One access to the file after the other, whatever became of the one before. */
  function inTurn<T>(access: () => Promise<T>): Promise<T> {
    const turn = last.then(access, access);
    last = turn;
    return turn;
  }

  /** What the file holds; undefined where there is none. An unreadable one is set aside, and so is none. */
  async function read(): Promise<NetworkChanges | undefined> {
    try {
      return parseState(await readFile(path, "utf8"));
    } catch (caught) {
      if ((caught as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      const target = await setAside(path);
      logger.warn({ path, target, err: caught }, "The state file is not readable and was set aside.");
      return undefined;
    }
  }

  async function write(changes: NetworkChanges): Promise<void> {
    const next = new Map((await read()) ?? known);
    for (const [id, change] of changes) next.set(id, { ...next.get(id), ...change });
    await writeFileAtomic(path, writeState(next));
    known = next;
  }

  async function tellForeignChanges(): Promise<void> {
    let found: NetworkChanges;
    try {
      found = parseState(await readFile(path, "utf8"));
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
          logger.warn(
            { path, err: caught },
            "The state file can't be read or set aside; changes of networks are not kept.",
          );
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
      followed = () => void inTurn(tellForeignChanges);
      watchFile(path, { interval: followIntervalMs, persistent: false }, followed);
    },
    look: () => inTurn(tellForeignChanges),
    async close() {
      if (followed !== undefined) unwatchFile(path, followed);
      await last.catch(() => undefined); // Whoever saved was told of the failure.
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
