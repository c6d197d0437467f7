import { lockFile } from "./lock-file.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

/**
 * Reads, changes and writes a file under its lock; `write` replaces the file as a whole. A lock that can't be removed
 * rejects, unless `onLeftLock` takes the fault.
 */
export async function changeFile<Result>(
  path: string,
  change: (write: (text: string) => Promise<void>) => Promise<Result>,
  onLeftLock: (fault: unknown) => void = (fault) => {
    throw fault;
  },
): Promise<Result> {
  const lock = await lockFile(path);
  try {
    return await change((text) => writeFileAtomic(path, text, () => lock.isHeld()));
  } finally {
    await lock.release().catch(onLeftLock);
  }
}
