import type { CountFailure, Log } from "../log/logger.ts";
import type { NetworkChange, NetworkChanges, NetworkStorage } from "../networks/network-change.ts";
import { changesChannel, maxFields, NetworkHash } from "./network-hash.ts";
import type { RedisLink } from "./redis-link.ts";
import { RefreshQueue } from "./refresh-queue.ts";

interface SharedChangesOptions {
  /** Keeps changes on this machine, too: they must survive a start without Redis. */
  readonly local: NetworkStorage;
  readonly link: RedisLink;
  readonly hmacKey?: string | undefined;
  readonly log: Log;
  readonly countFailure?: CountFailure | undefined;
}

/**
 * Run-time changes of networks, which all gateways on one Redis apply within a second. Redis has precedence over what this machine
 * saved; what is changed while Redis is down is written to it when it is back. If Redis or the file can't save a change, that is
 * logged, and the change is in force anyway.
 */
export function shareNetworkChanges(options: SharedChangesOptions): NetworkStorage {
  const { local, link, hmacKey, log, countFailure } = options;
  const hash = new NetworkHash(link, hmacKey);
  const queue = new RefreshQueue(refresh, (caught) =>
    warn(caught, "changes of networks can't be read from Redis"),
  );
  /** The changes in force, by network id. */
  const inForce = new Map<string, NetworkChange>();
  /** Ids of networks with changes in force that are not saved on this machine. */
  const unsaved = new Set<string>();
  const unsent = new Map<string, NetworkChange>();
  let listener: (changes: NetworkChanges) => void = () => undefined;
  let isKnown: (id: string) => boolean = () => true;
  let hasClosed = false;

  function warn(error: unknown, message: string): void {
    log.warn({ err: error }, message);
    countFailure?.("redis");
  }

  /** Writes to Redis what it does not have yet. */
  async function send(): Promise<void> {
    if (unsent.size === 0) return;
    const sent = [...unsent];
    const outcome = await hash.write(sent);
    if (outcome === "unanswered") queue.retryLater();
    else if (outcome === "written") {
      for (const [id, change] of sent) if (unsent.get(id) === change) unsent.delete(id);
    } else warn(outcome, "Redis refuses changes of networks; they are kept on this machine only");
  }

  async function refresh(): Promise<void> {
    await send();
    const stored = await hash.read();
    if (hasClosed) return;
    if (stored === undefined) return queue.retryLater();
    if (stored === "too-many") {
      warn(undefined, `the shared changes of networks have more than ${maxFields} fields and are not read`);
      return;
    }
    // Fields that no gateway can have written.
    if (stored.deleted > 0) countFailure?.("redis_values", stored.deleted);
    const found = newChanges(stored.changes);
    if (found.size === 0) return;
    // Applied before they are saved: a failing disk must not keep them from taking effect.
    listener(new Map(inForce));
    await saveHere(found);
  }

  /** Records and returns what differs, for known networks only: others would fill memory and the state file. */
  function newChanges(changes: NetworkChanges): NetworkChanges {
    const found = new Map<string, NetworkChange>();
    for (const [id, change] of changes) {
      if (!isKnown(id)) continue;
      const current = inForce.get(id);
      const next = { ...current, ...change, ...unsent.get(id) };
      if (next.enabled === current?.enabled && next.rpcUrl === current?.rpcUrl) continue;
      inForce.set(id, next);
      unsaved.add(id);
      found.set(id, withoutCordons(next));
    }
    return found;
  }

  /** Saves on this machine what other gateways changed. */
  async function saveHere(changes: NetworkChanges): Promise<void> {
    const saved = await Promise.allSettled(
      [...changes].map(([id, change]) => local.save(id, change).then(() => unsaved.delete(id))),
    );
    const failed = saved.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    log.warn(
      { err: failed.reason },
      "changes that other gateways made are in force, but can't be saved in the state file",
    );
    countFailure?.("state_file");
  }

  return {
    async load() {
      for (const [id, change] of await local.load()) inForce.set(id, change);
      return new Map(inForce);
    },
    async save(id, change) {
      await local.save(id, change);
      inForce.set(id, { ...inForce.get(id), ...change });
      // Cordoned upstreams are each gateway's own.
      if (change.enabled === undefined && change.rpcUrl === undefined) return;
      unsent.set(id, { ...unsent.get(id), ...change });
      await send();
    },
    follow(onChanges, isNetwork = isKnown) {
      listener = onChanges;
      isKnown = isNetwork;
      local.follow((changes) => {
        // For changes that are not saved yet, the file may say what was before.
        const newer = [...inForce].filter(([id]) => unsaved.has(id));
        inForce.clear();
        for (const [id, change] of changes) inForce.set(id, change);
        for (const [id, change] of newer) inForce.set(id, { ...changes.get(id), ...withoutCordons(change) });
        onChanges(new Map(inForce));
      });
      link.follow(
        changesChannel,
        () => queue.runSoon(),
        () => queue.runNow(),
      );
    },
    async readNow() {
      await local.readNow();
      await queue.run();
    },
    async close() {
      hasClosed = true;
      queue.close();
      await local.close();
    },
  };
}

/** The shared part of a change: cordoned upstreams are each machine's own. */
function withoutCordons({ cordoned: _, ...shared }: NetworkChange): NetworkChange {
  return shared;
}
