import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Thrown for a path that is a folder, a pipe or a device. */
export class NotAFileError extends Error {
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
    if (stats.size > maxBytes) throw new Error(`it has ${stats.size} bytes; at most ${maxBytes} are allowed`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
