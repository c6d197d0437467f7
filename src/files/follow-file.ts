import { stat } from "node:fs/promises";

/** Short enough for a change to take effect within a second. */
const intervalMs = 400;

/** Called after a read with true if the contents can be used, or with the error. */
export type OnUsable = (isUsable: boolean, error?: unknown) => void;

interface FileFollower {
  /** The version already read. The first check reads any other; by default, it always reads. */
  readonly knownVersion?: string | undefined;
  /** Reads the file; rejects if its contents can't be used. */
  readonly read: () => Promise<void>;
  /** Called after each read, but only once for repeated failures of the same version. */
  readonly onUsable: OnUsable;
}

/**
 * Calls `read` whenever a file changes or is replaced, until the returned function is called. Unlike `fs.watchFile`, it compares the
 * first check with `knownVersion`, since the file may have changed after its owner read it.
 */
export function followFile(path: string, { knownVersion, read, onUsable }: FileFollower): () => void {
  let lastVersion = knownVersion;
  /** The version last reported as failed, which may fail again at each check. */
  let reportedVersion: string | undefined;
  let isChecking = false;

  async function checkNow(): Promise<void> {
    // Taken before the read, so that the next check sees a change during it.
    const version = await fileVersion(path);
    if (version === lastVersion) return;
    lastVersion = version;
    try {
      await read();
      onUsable(true);
    } catch (error) {
      // A system error, such as too many open files, may pass without a change of the file.
      if ((error as NodeJS.ErrnoException | undefined)?.syscall !== undefined) lastVersion = undefined;
      if (version !== reportedVersion) onUsable(false, error);
      reportedVersion = version;
    }
  }

  // Polls, since Kubernetes replaces secrets by changing a link, and some file systems send no events.
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void checkNow().finally(() => {
      isChecking = false;
    });
  }, intervalMs).unref();
  return () => clearInterval(timer);
}

/** Identifies a file's contents without reading them. If stat fails, returns its error. Call it before the read it describes. */
export async function fileVersion(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (caught) {
    return String(caught);
  }
}
