import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";

/** Error codes of file systems that can't sync a directory: these are ignored. */
const noDirectorySync = new Set(["EPERM", "EACCES", "EISDIR", "EINVAL", "ENOTSUP"]);

let count = 0;

/**
 * Replaces a file so that a crash at any moment leaves either the old or the new content: writes a temporary file, syncs it,
 * renames it and syncs the directory. Resolves once the new content survives a crash. Calls `mayReplace` just before the rename:
 * if it returns false, throws and leaves the file unchanged.
 */
export async function writeFileAtomic(
  path: string,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<void> {
  count += 1;
  const temporary = `${path}.${process.pid}-${count}.tmp`;
  try {
    // Only the owner may read the file: it may contain credentials in URLs.
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
