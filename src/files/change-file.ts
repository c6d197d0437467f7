import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { open, readFile, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UnusableFileError } from "./read-bounded-file.ts";

/**
 * Runs `change` while holding the lock of a file; its `write` replaces the file as a whole. Rejects if the lock can't be removed
 * afterwards, unless `onLeftLock` handles that.
 */
export async function changeFile<Result>(
  path: string,
  change: (write: (text: string) => Promise<void>) => Promise<Result>,
  onLeftLock: (error: unknown) => void = (error) => {
    throw error;
  },
): Promise<Result> {
  const lock = await lockFile(path);
  try {
    return await change((text) => writeFileAtomic(path, text, () => lock.isHeld()));
  } finally {
    await lock.release().catch(onLeftLock);
  }
}

/** A lock is held for one read and one write. If it is older than this, its holder hangs or died on another machine. */
const staleMs = 5000;
/** Maximum wait for one holder; longer than `staleMs`. */
const waitMs = 10_000;
const retryMs = 5;

interface HeldLock {
  /** Whether the lock is still held: a process that was suspended may have lost it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Creates `PATH.lock`, so that only one process at a time changes PATH. Removes a lock that is too old, or whose holder on the same
 * machine is dead. Waits while other processes take turns, and throws if one of them holds the lock too long. `pause` waits between
 * two tries.
 */
export async function lockFile(
  path: string,
  pause = () => delay(retryMs + Math.random() * retryMs),
): Promise<HeldLock> {
  const lock = `${path}.lock`;
  let holder: string | undefined;
  let end = Number.POSITIVE_INFINITY;
  for (;;) {
    const held = await tryCreate(lock);
    if (held !== undefined) return held;
    const text = await readLock(lock);
    if (text !== holder) [holder, end] = [text, performance.now() + waitMs];
    if (!(await removeStale(lock)) && performance.now() > end) {
      throw new UnusableFileError(`${lock} is held by another process; remove it if no gateway uses ${path}`);
    }
    await pause();
  }
}

async function tryCreate(lock: string): Promise<HeldLock | undefined> {
  const text = `${holderText(process.pid)} ${randomUUID()}\n`;
  try {
    const file = await open(lock, "wx", 0o600);
    try {
      await file.writeFile(text);
    } catch (caught) {
      // On a full disk, the file exists but is empty: it would not say whose lock it is.
      await removeIfThere(lock);
      throw caught;
    } finally {
      await file.close();
    }
  } catch (caught) {
    if (systemCode(caught) === "EEXIST") return undefined;
    throw caught;
  }
  const isHeld = async () => (await readLock(lock)) === text;
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await removeIfThere(lock);
    },
  };
}

/** Removes a stale lock. A second lock lets only one process do so, or another could remove the new lock that follows. */
async function removeStale(lock: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const breaker = `${lock}.break`;
  try {
    await (await open(breaker, "wx", 0o600)).close();
  } catch (caught) {
    if (systemCode(caught) !== "EEXIST") throw caught;
    // Left by a process that died in this function.
    if (await isOld(breaker)) await removeIfThere(breaker);
    return false;
  }
  try {
    const isStillStale = await isStale(lock);
    if (isStillStale) await removeIfThere(lock);
    return isStillStale;
  } finally {
    await removeIfThere(breaker);
  }
}

async function isStale(lock: string): Promise<boolean> {
  if (await isOld(lock)) return true;
  const text = await readLock(lock);
  const pid = Number(/^\d+/.exec(text)?.[0] ?? 0);
  return pid > 0 && pid !== process.pid && text.startsWith(`${holderText(pid)} `) && !isAlive(pid);
}

/** The text of a lock; empty if it was just removed. */
function readLock(lock: string): Promise<string> {
  return readFile(lock, "utf8").catch(() => "");
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

/** The holder as a lock names it. A process id is only meaningful together with its machine and container. */
function holderText(pid: number): string {
  return `${pid} ${machine}`;
}

const machine = `${hostname()} ${pidNamespace()}`;

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux: process ids are unique on the machine.
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (caught) {
    // EPERM means that it is alive and belongs to another user.
    return systemCode(caught) !== "ESRCH";
  }
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((caught: unknown) => {
    if (systemCode(caught) !== "ENOENT") throw caught;
  });
}

function systemCode(caught: unknown): string | undefined {
  return (caught as NodeJS.ErrnoException).code;
}

/** Error codes of file systems that can't sync a directory: these are ignored. */
const noDirectorySync = new Set(["EPERM", "EACCES", "EISDIR", "EINVAL", "ENOTSUP"]);

let count = 0;

/**
 * Replaces a file so that a crash at any moment leaves either the old or the new content: writes a temporary file, syncs it,
 * renames it and syncs the directory. Resolves once the new content survives a crash. Calls `mayReplace` just before the rename:
 * if it returns false, throws and leaves the file unchanged.
 */
async function writeFileAtomic(
  path: string,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<void> {
  count += 1;
  const temporary = `${path}.${process.pid}-${count}.tmp`;
  try {
    // Only the owner may read the file: it may contain credentials in URLs.
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await mayReplace())) throw new Error(`another process took the lock of ${path}`);
    await rename(temporary, path);
  } catch (caught) {
    await unlink(temporary).catch(() => undefined);
    throw caught;
  }
  await syncDirectory(dirname(path));
}

async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, "r");
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch (caught) {
    if (!noDirectorySync.has(systemCode(caught) ?? "")) throw caught;
  }
}
