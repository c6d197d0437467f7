import { unwatchFile, watchFile } from "node:fs";

/** How often a file is checked: a change is in force within a second. */
const usualIntervalMs = 400;

/** What happens when a file that is followed changes. */
export interface FileFollower {
  /** Reads the file again; rejects if it can't be used. */
  readonly read: () => Promise<void>;
  /** Called after each read with whether it succeeded. */
  readonly onUsable: (isUsable: boolean, fault?: unknown) => void;
  readonly intervalMs?: number | undefined;
}

/** Reads a file again each time that it changes or is replaced, until the returned function is called. */
export function followFile(
  path: string,
  { read, onUsable, intervalMs = usualIntervalMs }: FileFollower,
): () => void {
  let last: Promise<void> = Promise.resolve();
  const onChange = () => {
    last = last.then(read).then(
      () => onUsable(true),
      (fault: unknown) => onUsable(false, fault),
    );
  };
  // By its state, not by events: secrets of a cluster are replaced by a link, and some file systems send no events.
  watchFile(path, { interval: intervalMs, persistent: false }, onChange);
  return () => unwatchFile(path, onChange);
}
