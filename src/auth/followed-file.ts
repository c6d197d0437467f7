import { unwatchFile, watchFile } from "node:fs";

/** How often a file is checked: a change is in force within a second. */
const lookEveryMs = 400;

/** Who follows a file. */
export interface FileFollower {
  /** Reads the file again; rejects if it can't be used, and then what was read before stays in force. */
  readonly read: () => Promise<void>;
  /** Called when the file can't be used, and again when it can. */
  readonly onUsable: (isUsable: boolean, fault?: unknown) => void;
}

/** Reads a file again each time that it changes or is replaced; returns how to stop that. */
export function followFile(path: string, { read, onUsable }: FileFollower): () => void {
  let last: Promise<void> = Promise.resolve();
  const onChange = () => {
    last = last.then(read).then(
      () => onUsable(true),
      (fault: unknown) => onUsable(false, fault),
    );
  };
  // By its state, not by events: secrets of a cluster are replaced by a link, and some file systems send no events.
  watchFile(path, { interval: lookEveryMs, persistent: false }, onChange);
  return () => unwatchFile(path, onChange);
}
