import { parsedUrl } from "../net/parsed-url.ts";
import type { NetworkChange } from "../networks/network-change.ts";

/** Longest id and address that a gateway accepts, and therefore writes. */
const maxIdLength = 64;
const maxUrlLength = 2048;
/** Longest field and value, in bytes. */
export const maxFieldLength = "enabled ".length + maxIdLength;
export const maxValueLength = maxUrlLength;

/** The fields of the hash in Redis for a change: names and values, alternating. */
export function fieldsOf(id: string, { enabled, rpcUrl }: NetworkChange): string[] {
  return [
    ...(enabled === undefined ? [] : [`enabled ${id}`, String(enabled)]),
    ...(rpcUrl === undefined ? [] : [`rpcUrl ${id}`, rpcUrl]),
  ];
}

/** The changes that the fields hold, and the names of fields that no gateway can have written. */
export function changesOf(fields: ReadonlyMap<string, string>): {
  readonly changes: ReadonlyMap<string, NetworkChange>;
  readonly refused: readonly string[];
} {
  const changes = new Map<string, NetworkChange>();
  const refused: string[] = [];
  for (const [field, value] of fields) {
    const [name = "", id = ""] = field.split(" ", 2);
    const change = id === "" || id.length > maxIdLength ? undefined : changeOf(name, value);
    if (change === undefined) refused.push(field);
    else changes.set(id, { ...changes.get(id), ...change });
  }
  return { changes, refused };
}

function changeOf(name: string, value: string): NetworkChange | undefined {
  if (name === "enabled" && (value === "true" || value === "false")) return { enabled: value === "true" };
  if (name !== "rpcUrl" || value.length > maxUrlLength) return undefined;
  return parsedUrl(value)?.protocol === "https:" ? { rpcUrl: value } : undefined;
}
