import { open, rename, unlink } from "node:fs/promises";

const maxCopies = 1000;

/**
 * Renames an unreadable file to the first free `FILE.unreadable-N`, and returns that name. Reserves the name by creating an empty
 * file, so that two gateways at once can't overwrite each other's copies.
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
