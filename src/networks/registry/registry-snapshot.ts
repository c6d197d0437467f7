import snapshot from "./registry.json" with { type: "json" };
import { parseRegistry, type RegistryEntry } from "./registry-entry.ts";

/** The registry that ships with the program. */
export function registrySnapshot(): RegistryEntry[] {
  return parseRegistry(snapshot);
}
