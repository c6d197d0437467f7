import { assertFewValues } from "../json/scan/few-values.ts";
import { maxEntries, parseRegistry, type RegistryEntry } from "./registry-entry.ts";

/** Most values of an entry on average: those of public networks have about 40. */
const valuesPerEntry = 100;

/** Bounds of a fetch. */
export interface RegistryBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** Fetches the list of public networks. Throws when it cannot be reached, is slow, too long or not a registry. */
export async function fetchRegistry(
  url: string,
  { timeoutMs, maxBytes }: RegistryBounds,
): Promise<RegistryEntry[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`the registry answered with status ${response.status}`);
  const text = await boundedText(response, maxBytes);
  assertFewValues(text, maxEntries * valuesPerEntry);
  return parseRegistry(JSON.parse(text));
}

/** Counts the bytes received, since a length header may lie. */
async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the registry is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
