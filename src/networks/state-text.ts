import { parsedUrl } from "../net/parsed-url.ts";
import type { NetworkChange, NetworkChanges } from "./network-change.ts";

const version = 1;

/** The text of a state file: versioned, indented, networks sorted by id. */
export function writeState(changes: NetworkChanges): string {
  const ids = [...changes.keys()].sort();
  const networks = ids.map((id) => {
    const { enabled, rpcUrl, cordoned } = changes.get(id) ?? {};
    return [id, { enabled, rpc_url: rpcUrl, cordoned }] as const;
  });
  return `${JSON.stringify({ version, networks: Object.fromEntries(networks) }, null, 2)}\n`;
}

/** Parses the text of a state file; throws when it is incomplete, of another kind or of a later version. */
export function parseState(text: string): Map<string, NetworkChange> {
  const state: unknown = JSON.parse(text);
  if (!isObject(state) || state.version !== version || !isObject(state.networks)) {
    throw new Error(`it is not a state file of version ${version}`);
  }
  return new Map(Object.entries(state.networks).map(([id, entry]) => [id, parseChange(id, entry)]));
}

function parseChange(id: string, entry: unknown): NetworkChange {
  if (!isObject(entry)) throw new Error(`its entry of ${id} is not an object`);
  const { enabled, rpc_url: rpcUrl, cordoned } = entry;
  if (enabled !== undefined && typeof enabled !== "boolean")
    throw new Error(`its entry of ${id} has an "enabled" that is not true or false`);
  if (rpcUrl !== undefined && !isHttps(rpcUrl))
    throw new Error(`its entry of ${id} has an "rpc_url" that is not an https address`);
  if (cordoned !== undefined && !isTextList(cordoned))
    throw new Error(`its entry of ${id} has a "cordoned" that is not a list of upstreams`);
  return {
    ...(cordoned === undefined ? {} : { cordoned }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isHttps(url: unknown): url is string {
  return typeof url === "string" && parsedUrl(url)?.protocol === "https:";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
