import { stat } from "node:fs/promises";

/** Short enough for a change to take effect within a second. */
const defaultIntervalMs = 400;

interface FileFollower {
  /** Reads the file; rejects if its contents can't be used. */
  readonly read: () => Promise<void>;
  /** Called after each read with whether it succeeded. */
  readonly onUsable: (isUsable: boolean, fault?: unknown) => void;
  readonly intervalMs?: number | undefined;
}

/**
 * Calls `read` whenever a file changes or is replaced, until the returned function is called. The first look always reads: the file may
 * have changed after its owner read it, which `fs.watchFile` would miss.
 */
export function followFile(
  path: string,
  { read, onUsable, intervalMs = defaultIntervalMs }: FileFollower,
): () => void {
  let seen: string | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    try {
      // Before the read: a change during it shows at the next look.
      const found = await versionOf(path);
      if (found === seen) return;
      seen = found;
      await read();
      onUsable(true);
    } catch (fault) {
      onUsable(false, fault);
    }
  }

  // Polls instead of waiting for events: Kubernetes replaces secrets by changing a link, and some file systems send no events.
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** What changes with a file's contents; of a file that can't be looked at, the reason. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (caught) {
    return String(caught);
  }
}
