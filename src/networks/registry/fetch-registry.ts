import { assertFewValues } from "../../json/scan/few-values.ts";
import { type FetchBounds, fetchText } from "../../net/fetch-text.ts";
import { maxEntries, parseRegistry, type RegistryEntry } from "./registry-entry.ts";

/** Most values of an entry on average: those of public networks have about 40. */
const valuesPerEntry = 100;

/** Fetches the list of public networks. Throws when it cannot be reached, is slow, too long or not a registry. */
export async function fetchRegistry(url: string, bounds: FetchBounds): Promise<RegistryEntry[]> {
  const text = await fetchText("registry", url, bounds);
  assertFewValues(text, maxEntries * valuesPerEntry);
  return parseRegistry(JSON.parse(text));
}
