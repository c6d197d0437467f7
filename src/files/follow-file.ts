import { stat } from "node:fs/promises";

/** Short enough for a change to take effect within a second. */
const intervalMs = 400;

interface FileFollower {
  /** The version that was read already: the first check reads any other. By default, the first check reads. */
  readonly knownVersion?: string | undefined;
  /** Reads the file; rejects if its contents can't be used. */
  readonly read: () => Promise<void>;
  /** Called after each read with whether it succeeded; once if the same contents can't be read several times. */
  readonly onUsable: (isUsable: boolean, error?: unknown) => void;
}

/**
 * Calls `read` whenever a file changes or is replaced, until the returned function is called. Unlike `fs.watchFile`, does not take what
 * its first check finds for what is known: the file may have changed since its owner read it.
 */
export function followFile(path: string, { knownVersion, read, onUsable }: FileFollower): () => void {
  let known = knownVersion;
  /** The version whose read was last reported as failed: it may fail again at each check. */
  let reported: string | undefined;
  let isChecking = false;

  async function checkNow(): Promise<void> {
    // Before the read: a change during it shows at the next check.
    const found = await fileVersion(path);
    if (found === known) return;
    known = found;
    try {
      await read();
      onUsable(true);
    } catch (error) {
      // The system's fault, such as too many open files, may pass without a change of the file.
      if ((error as NodeJS.ErrnoException | undefined)?.syscall !== undefined) known = undefined;
      if (found !== reported) onUsable(false, error);
      reported = found;
    }
  }

  // Polls instead of waiting for events: Kubernetes replaces secrets by changing a link, and some file systems send no events.
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void checkNow().finally(() => {
      isChecking = false;
    });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Identifies a file's contents without reading them; for a file without status, the reason. Call it before the read that it describes. */
export async function fileVersion(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (caught) {
    return String(caught);
  }
}
