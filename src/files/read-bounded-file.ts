import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** The path is not a plain file but a folder, a pipe or a device. It is neither read nor moved. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
}

/** The same as `readBoundedFile`; undefined if there is no such file. */
export async function readFileIfThere(path: string, maxBytes: number): Promise<string | undefined> {
  try {
    return await readBoundedFile(path, maxBytes);
  } catch (caught) {
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw caught;
  }
}

/** Reads a text file of at most `maxBytes`. Never waits for a writer, as reading a pipe does. */
export async function readBoundedFile(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new NotAFileError(`${path} is not a file`);
    if (stats.size > maxBytes)
      throw new Error(`it has ${stats.size} bytes, and ${maxBytes} is the most that is read`);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}
