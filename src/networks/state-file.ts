import { readdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StartupError } from "../config/config-fault.ts";
import { changeFile } from "../files/change-file.ts";
import { followFile } from "../files/follow-file.ts";
import { keepUnreadableCopy, NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import type { Report } from "../log/logger.ts";
import { parsedUrl } from "../net/urls.ts";
import type { NetworkChange, NetworkChanges, NetworkStorage } from "./network-change.ts";

interface FileStorageOptions extends Report {
  readonly path: string;
  /** Leaves an unreadable file where it is, for a command that only lists. */
  readonly isReadOnly?: boolean;
}

const version = 1;
/** Age from which a temporary file is the leftover of a dead process. */
const leftoverAgeMs = 60_000;
/** Enough for a thousand networks with the longest addresses. */
const maxStateBytes = 4 * 1024 * 1024;

/**
 * Keeps run-time changes in a file that stays intact if the process is killed. Changes made during a write are batched into the next one.
 * Each write merges into the file's current content under a lock, so processes that share the file lose no changes.
 */
export function createFileNetworkStorage(options: FileStorageOptions): NetworkStorage {
  const { path, log, countFailure, isReadOnly = false } = options;
  let saved: NetworkChanges = new Map();
  let waiting: { changes: Map<string, NetworkChange>; written: Promise<void> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let unfollow: (() => void) | undefined;
  let follower: ((changes: NetworkChanges) => void) | undefined;

  /** Serializes accesses to the file. */
  function enqueue<T>(access: () => Promise<T>): Promise<T> {
    const next = last.then(access, access);
    last = next;
    return next;
  }

  function warn(message: string, error: unknown, fields: object = {}): void {
    log.warn({ path, ...fields, err: error }, message);
    countFailure("state_file");
  }

  /** Reads the file; undefined if there is none. An unreadable file is renamed and treated as missing. */
  async function read(): Promise<NetworkChanges | undefined> {
    try {
      return await readState(path);
    } catch (caught) {
      if (isReadOnly || caught instanceof NotAFileError) throw caught;
      const target = await keepUnreadableCopy(path);
      warn("the state file can't be read; it was renamed, and a new one will be written", caught, {
        target,
      });
      return undefined;
    }
  }

  async function write(changes: NetworkChanges): Promise<void> {
    const { current, next } = await changeFile(
      path,
      async (replace) => {
        const current = await read();
        const next = new Map(current ?? saved);
        for (const [id, change] of changes) next.set(id, { ...next.get(id), ...change });
        await replace(writeState(next));
        return { current, next };
      },
      (error) => warn("the lock of the state file can't be removed", error),
    );
    const hasOthersChanges = current !== undefined && writeState(current) !== writeState(saved);
    saved = next;
    // Reported here, because a later check would find no difference.
    if (hasOthersChanges) follower?.(next);
  }

  async function readOthersChanges(): Promise<void> {
    const current = await readState(path).catch((caught: unknown) => {
      // Half saved by an editor: ignored, like a missing file. The next write handles it.
      if (caught instanceof SyntaxError) return undefined;
      throw caught;
    });
    if (current === undefined || writeState(current) === writeState(saved)) return;
    saved = current;
    follower?.(current);
  }

  function warnUnread(error: unknown): void {
    warn("the state file can't be read: changes by other processes are not applied", error);
  }

  return {
    load() {
      return enqueue(async () => {
        try {
          saved = (await read()) ?? new Map();
          await removeLeftovers(path);
        } catch (caught) {
          warn("the state file can't be used; changes of networks are not saved", caught);
        }
        return saved;
      });
    },
    save(id, change) {
      if (waiting === undefined) {
        const changes = new Map<string, NetworkChange>();
        const written = enqueue(() => {
          waiting = undefined;
          return write(changes);
        });
        waiting = { changes, written };
      }
      waiting.changes.set(id, { ...waiting.changes.get(id), ...change });
      return waiting.written;
    },
    follow(listener) {
      follower = listener;
      unfollow = followFile(path, {
        read: () => enqueue(readOthersChanges),
        onUsable: (isUsable, error) => {
          if (!isUsable) warnUnread(error);
        },
      });
    },
    readNow: () => enqueue(readOthersChanges).catch(warnUnread),
    async close() {
      unfollow?.();
      await last.catch(() => undefined); // The caller of save() got the error.
    },
  };
}

async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > leftoverAgeMs) await unlink(file);
  }
}

/** Changes of networks in another storage. */
interface OtherChanges {
  readonly changes: NetworkChanges;
  reset(ids: readonly string[]): Promise<void>;
}

/**
 * Removes the changes of one network, or of all, from a state file and from `others`; running gateways follow. Returns the ids of networks
 * that had any.
 */
export function resetState(
  path: string,
  id: string | undefined,
  others?: OtherChanges,
): Promise<readonly string[]> {
  return changeFile(path, async (write) => {
    const changes = await readState(path).catch((caught: unknown) => {
      const message = `The state file ${path} can't be read, so nothing was reset; a gateway that starts with it renames it and writes a new one.`;
      throw new StartupError(message, { cause: caught });
    });
    const inOthers = [...(others?.changes ?? [])].filter(([, change]) => isChange(change));
    const changed = new Set([...(changes?.keys() ?? []), ...inOthers.map(([network]) => network)]);
    const reset = [...changed].filter((network) => id === undefined || network === id);
    if (reset.length === 0) return [];
    await others?.reset(reset);
    if (changes !== undefined && reset.filter((network) => changes.delete(network)).length > 0)
      await write(writeState(changes));
    return reset;
  });
}

async function readState(path: string): Promise<Map<string, NetworkChange> | undefined> {
  const text = await readFileIfThere(path, maxStateBytes);
  return text === undefined ? undefined : parseState(text);
}

/** Builds the text of a state file, with networks sorted by id. */
export function writeState(changes: NetworkChanges): string {
  const ids = [...changes.keys()].sort();
  const networks = ids.flatMap((id) => {
    const { enabled, rpcUrl, cordoned } = changes.get(id) ?? {};
    const entry = { enabled, rpc_url: rpcUrl, cordoned };
    return isChange(entry) ? [[id, entry] as const] : [];
  });
  return `${JSON.stringify({ version, networks: Object.fromEntries(networks) }, null, 2)}\n`;
}

/** Parses the text of a state file. Throws if it is incomplete, not a state file or of another version. */
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

/** True if a change is more than a reset. */
function isChange(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined);
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
