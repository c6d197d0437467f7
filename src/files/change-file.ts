import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { open, readFile, rename, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UnusableFileError } from "./read-bounded-file.ts";

/**
 * Runs `change` under the lock of a file; its `write` replaces the file atomically. Rejects if the lock can't be removed afterwards,
 * unless `onLeftLock` handles that.
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

/** Locks last for one read and one write. An older lock is stale: its holder hangs, or died on another machine. */
const staleMs = 5000;
/** Maximum wait for one holder; longer than `staleMs`. */
const waitMs = 10_000;
const retryMs = 5;

interface HeldLock {
  /** Resolves with false if the lock was lost, as may happen to a suspended process. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Creates `PATH.lock`, so that one process at a time changes PATH. Breaks a lock that is stale or whose holder on this machine is
 * dead. Waits while other processes take turns, and throws if one holds the lock too long. `pause` waits between tries.
 */
export async function lockFile(
  path: string,
  pause = () => delay(retryMs + Math.random() * retryMs),
): Promise<HeldLock> {
  const lock = `${path}.lock`;
  let holder: string | undefined;
  let deadline = Number.POSITIVE_INFINITY;
  for (;;) {
    const held = await tryCreate(lock);
    if (held !== undefined) return held;
    const text = await readLock(lock);
    if (text !== holder) [holder, deadline] = [text, performance.now() + waitMs];
    if (!(await removeStale(lock)) && performance.now() > deadline) {
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
      // On a full disk, the file exists but is empty and so names no holder.
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

/** Removes a stale lock under a second lock, since a concurrent process could otherwise remove the next, valid one. */
async function removeStale(lock: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const breaker = `${lock}.break`;
  try {
    await (await open(breaker, "wx", 0o600)).close();
  } catch (caught) {
    if (systemCode(caught) !== "EEXIST") throw caught;
    // Left behind by a process that died in this function.
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

/** Reads the text of a lock; empty if the lock was just removed. */
function readLock(lock: string): Promise<string> {
  return readFile(lock, "utf8").catch(() => "");
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

/** Identifies a holder in a lock. Process ids are unique only per machine and container. */
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
    // EPERM: the process is alive and belongs to another user.
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

/** Ignored error codes of file systems that can't sync a directory. */
const noDirectorySync = new Set(["EPERM", "EACCES", "EISDIR", "EINVAL", "ENOTSUP"]);

let count = 0;

/**
 * Replaces a file atomically and durably: writes and syncs a temporary file, renames it and syncs the directory. Calls `mayReplace`
 * just before the rename; if it returns false, throws and leaves the file unchanged.
 */
async function writeFileAtomic(
  path: string,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<void> {
  count += 1;
  const temporary = `${path}.${process.pid}-${count}.tmp`;
  try {
    // Readable by the owner only, since it may contain credentials in URLs.
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await mayReplace())) throw new Error(`lost the lock of ${path} to another process`);
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
