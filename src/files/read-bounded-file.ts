import { constants } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";

/** Thrown for an unusable file; the message gives the reason. */
export class UnusableFileError extends Error {}

/** Thrown for a folder, a pipe or a device. */
export class NotAFileError extends UnusableFileError {
  override readonly name = "NotAFileError";
}

/** Like `readBoundedFile`, but returns undefined if the file does not exist. */
export async function readFileIfThere(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    return await readBoundedFile(path, maxBytes);
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw caught;
  }
}

/** Reads a text file of at most `maxBytes`. Does not block on a pipe. */
export async function readBoundedFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new NotAFileError(`${path} is not a file`);
    if (stats.size > maxBytes)
      throw new UnusableFileError(`${path} has ${stats.size} bytes; at most ${maxBytes} are allowed`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

const maxCopies = 1000;

/**
 * Renames an unreadable file to the first free `FILE.unreadable-N`, and returns that name. Reserves the name with an empty file, so
 * that concurrent gateways can't overwrite each other's copies.
 */
export async function keepUnreadableCopy(path: string): Promise<string> {
  for (let number = 1; number <= maxCopies; number += 1) {
    const target = `${path}.unreadable-${number}`;
    if (!(await reserve(target))) continue;
    try {
      await rename(path, target);
      return target;
    } catch (caught) {
      await unlink(target);
      throw caught;
    }
  }
  throw new UnusableFileError(
    `${path} can't be renamed: there are already ${maxCopies} unreadable copies next to it; remove some`,
  );
}

async function reserve(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw caught;
  }
}
