import type { KeyEntry } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import { checkValue } from "../config/check-value.ts";
import { type ConfigFault, ConfigFaults } from "../config/config-fault.ts";
import { type SchemaNode, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { readFileIfThere } from "../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { keyFaults, repeatedIdFaults } from "./auth-faults.ts";

/** A key as stored in a file or Redis: in snake_case, without defaults. */
export type StoredKey = Readonly<Record<string, unknown>> & { readonly id: string };

/** Room for some ten thousand keys. */
const maxFileBytes = 16 * 1024 * 1024;
const keyNode: SchemaNode = schemaAt("auth.keys")?.items ?? {};

/** Checks a stored key and fills in the defaults. If it is wrong, adds to `faults` and returns undefined. */
export function keyEntryOf(stored: unknown, at: string, faults: ConfigFault[]): KeyEntry | undefined {
  const before = faults.length;
  const checked = checkValue(keyNode, stored, at, faults);
  if (faults.length > before) return undefined;
  const entry = fillDefaults(keyNode, checked, () => undefined) as KeyEntry;
  faults.push(...keyFaults(entry, methods, at));
  return faults.length > before ? undefined : entry;
}

/** Reads the keys of a file; none if there is no file. Throws `ConfigFaults` if the file or a key is wrong. */
export async function readKeyFile(path: string): Promise<readonly StoredKey[]> {
  const text = await readFileIfThere(path, maxFileBytes);
  if (text === undefined) return [];
  const { keys } = (parsedOrUndefined(text) ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys))
    throw new ConfigFaults([{ at: path, message: 'is not JSON of the form {"keys": [...]}' }]);
  keyEntriesOf(keys, path);
  return keys as StoredKey[];
}

/** Checks stored keys and fills in the defaults. Throws `ConfigFaults` with all faults. */
export function keyEntriesOf(stored: readonly unknown[], at: string): readonly KeyEntry[] {
  const faults: ConfigFault[] = [];
  const entries = stored.map((key, index) => keyEntryOf(key, `${at} keys[${index}]`, faults));
  faults.push(...repeatedIdFaults(entries, `${at} keys`));
  if (faults.length > 0) throw new ConfigFaults(faults);
  return entries.filter((entry) => entry !== undefined);
}
