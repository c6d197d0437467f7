import { unwatchFile, watchFile } from "node:fs";

/** Short enough for a change to take effect within a second. */
const defaultIntervalMs = 400;

interface FileFollower {
  /** Reads the file; rejects if its contents can't be used. */
  readonly read: () => Promise<void>;
  /** Called after each read with whether it succeeded. */
  readonly onUsable: (isUsable: boolean, fault?: unknown) => void;
  readonly intervalMs?: number | undefined;
}

/** Calls `read` whenever a file changes or is replaced, until the returned function is called. */
export function followFile(
  path: string,
  { read, onUsable, intervalMs = defaultIntervalMs }: FileFollower,
): () => void {
  let last: Promise<void> = Promise.resolve();
  const onChange = () => {
    last = last.then(read).then(
      () => onUsable(true),
      (fault: unknown) => onUsable(false, fault),
    );
  };
  // Polls instead of waiting for events: Kubernetes replaces secrets by changing a link, and some file systems send no events.
  watchFile(path, { interval: intervalMs, persistent: false }, onChange);
  return () => unwatchFile(path, onChange);
}
