import { CannotStart } from "../config/config-fault.ts";
import { changeFile } from "../files/change-file.ts";
import { readFileIfThere } from "../files/read-bounded-file.ts";
import type { NetworkChange } from "./network-change.ts";
import { maxStateBytes } from "./state-file.ts";
import { parseState, writeState } from "./state-text.ts";

/**
 * Removes the changes of one network or of all from a state file, and returns the ids of the networks that had any.
 * Running gateways that use the file follow.
 */
export async function resetState(path: string, id: string | undefined): Promise<readonly string[]> {
  return changeFile(path, async (write) => {
    const changes = await read(path);
    const reset = [...changes.keys()].filter((changed) => id === undefined || changed === id);
    if (reset.length === 0) return [];
    for (const changed of reset) changes.delete(changed);
    await write(writeState(changes));
    return reset;
  });
}

async function read(path: string): Promise<Map<string, NetworkChange>> {
  try {
    const text = await readFileIfThere(path, maxStateBytes);
    // Without a file nothing was changed.
    return text === undefined ? new Map() : parseState(text);
  } catch (caught) {
    const message = `The state file ${path} can't be read, so nothing was reset; a gateway that starts with it renames it.`;
    throw new CannotStart(message, { cause: caught });
  }
}
