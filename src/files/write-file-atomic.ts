import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Error codes of systems and file systems where a directory can't be synced; the rename is as durable there as
 * it gets.
 */
const noDirectorySync = new Set(["EPERM", "EACCES", "EISDIR", "EINVAL", "ENOTSUP"]);

let count = 0;

/**
 * Replaces a file so that a crash at any moment leaves the old content or the new one, whole: temporary file,
 * sync, rename, sync of the directory. Resolves when the new content would survive. `mayReplace` is asked last: if it
 * returns false, the file stays unchanged and this throws.
 */
export async function writeFileAtomic(
  path: string,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<void> {
  count += 1;
  const temporary = `${path}.${process.pid}-${count}.tmp`;
  try {
    // Addresses may hold credentials: only the owner may read the file.
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await mayReplace())) throw new Error(`another process took the lock of ${path}`);
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
    if (!noDirectorySync.has((caught as NodeJS.ErrnoException).code ?? "")) throw caught;
  }
}
