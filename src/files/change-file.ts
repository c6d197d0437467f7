import { lockFile } from "./lock-file.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

/**
 * Runs `change` while holding the lock of a file; its `write` replaces the file as a whole. Rejects if the lock can't be removed
 * afterwards, unless `onLeftLock` handles that.
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
