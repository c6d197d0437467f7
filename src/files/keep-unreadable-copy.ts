import { open, rename, unlink } from "node:fs/promises";

const maxCopies = 1000;

/**
 * Renames a file that can't be read to the first free `FILE.unreadable-N`, and gives that name. The name is
 * reserved by making the file, so that nothing is ever overwritten, not even by two gateways at once.
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
  throw new Error(
    `${path} can't be renamed: there are ${maxCopies} unreadable copies beside it; remove some`,
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
