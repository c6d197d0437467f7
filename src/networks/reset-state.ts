import { lockFile } from "../files/lock-file.ts";
import { readBoundedFile } from "../files/read-bounded-file.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { maxStateBytes } from "./state-file.ts";
import { parseState, writeState } from "./state-text.ts";

/**
 * Removes the changes of one network or of all from a state file, and returns the ids of the networks that had any.
 * Running gateways that use the file follow.
 */
export async function resetState(path: string, id: string | undefined): Promise<readonly string[]> {
  const lock = await lockFile(path);
  try {
    const changes = await read(path);
    const reset = [...changes.keys()].filter((changed) => id === undefined || changed === id);
    if (reset.length === 0) return [];
    for (const changed of reset) changes.delete(changed);
    await writeFileAtomic(path, writeState(changes), () => lock.isHeld());
    return reset;
  } finally {
    await lock.release();
  }
}

async function read(path: string): ReturnType<typeof readState> {
  try {
    return await readState(path);
  } catch (caught) {
    // Without a file nothing was changed.
    if ((caught as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    const message = `The state file ${path} can't be read, so nothing was reset; a gateway that starts with it renames it.`;
    throw RpcError.of("internal", message, { cause: caught });
  }
}

async function readState(path: string) {
  return parseState(await readBoundedFile(path, maxStateBytes));
}
