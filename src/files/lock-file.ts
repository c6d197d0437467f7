import { randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { open, readFile, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** A holder keeps the lock for one read and one write. If it is older than this, its holder hangs or died on another machine. */
const staleMs = 5000;
/** Longest wait for one holder; longer than a stale lock lives. */
const waitMs = 10_000;
const retryMs = 5;

/** A lock that this process holds. */
export interface HeldLock {
  /** Whether it is still held: a process that was stopped for long may have lost it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock file `PATH.lock`, so that one process at a time reads, changes and writes PATH. One whose holder is dead
 * (same machine) or that is too old is removed. Waits while others take turns, and throws when one holder keeps it too long.
 * `pause` is the time between two tries.
 */
export async function lockFile(path: string, pause: () => Promise<void> = pauseBriefly): Promise<HeldLock> {
  const lock = `${path}.lock`;
  let holder: string | undefined;
  let end = Number.POSITIVE_INFINITY;
  for (;;) {
    const held = await tryCreate(lock);
    if (held !== undefined) return held;
    const text = await readText(lock);
    if (text !== holder) [holder, end] = [text, performance.now() + waitMs];
    if (!(await removeStale(lock)) && performance.now() > end) {
      throw new Error(`${lock} is held by another process; remove it if no gateway uses ${path}`);
    }
    await pause();
  }
}

function pauseBriefly(): Promise<void> {
  return delay(retryMs + Math.random() * retryMs);
}

async function tryCreate(lock: string): Promise<HeldLock | undefined> {
  const text = `${holderOf(process.pid)} ${randomUUID()}\n`;
  try {
    const file = await open(lock, "wx", 0o600);
    try {
      await file.writeFile(text);
    } catch (caught) {
      // A disk that is full has room for the name alone, and nothing would say whose lock it is.
      await removeIfThere(lock);
      throw caught;
    } finally {
      await file.close();
    }
  } catch (caught) {
    if (codeOf(caught) === "EEXIST") return undefined;
    throw caught;
  }
  const isHeld = async () => (await readText(lock)) === text;
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await removeIfThere(lock);
    },
  };
}

/** Removes a lock whose holder is gone. One process at a time decides that, so that a new lock is never mistaken for the old. */
async function removeStale(lock: string): Promise<boolean> {
  if (!(await isStale(lock))) return false;
  const breaker = `${lock}.break`;
  try {
    await (await open(breaker, "wx", 0o600)).close();
  } catch (caught) {
    if (codeOf(caught) !== "EEXIST") throw caught;
    // Left by a process that died within these few lines.
    if (await isOld(breaker)) await removeIfThere(breaker);
    return false;
  }
  try {
    const isStill = await isStale(lock);
    if (isStill) await removeIfThere(lock);
    return isStill;
  } finally {
    await removeIfThere(breaker);
  }
}

async function isStale(lock: string): Promise<boolean> {
  if (await isOld(lock)) return true;
  const text = await readText(lock);
  const pid = Number(/^\d+/.exec(text)?.[0] ?? 0);
  return pid > 0 && pid !== process.pid && text.startsWith(`${holderOf(pid)} `) && !isAlive(pid);
}

/** What a lock says; nothing if it has just been removed. */
function readText(lock: string): Promise<string> {
  return readFile(lock, "utf8").catch(() => "");
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > staleMs;
}

/** What a lock says about its holder: a process id means something on this machine, in this container only. */
function holderOf(pid: number): string {
  return `${pid} ${machine}`;
}

const machine = `${hostname()} ${pidNamespace()}`;

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not Linux: there is one for the whole machine.
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (caught) {
    // EPERM: alive, and another user's.
    return codeOf(caught) !== "ESRCH";
  }
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((caught: unknown) => {
    if (codeOf(caught) !== "ENOENT") throw caught;
  });
}

function codeOf(caught: unknown): string | undefined {
  return (caught as NodeJS.ErrnoException).code;
}
