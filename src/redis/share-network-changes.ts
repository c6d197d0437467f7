import type { Report } from "../log/logger.ts";
import type { NetworkChange, NetworkChanges, NetworkStorage } from "../networks/network-change.ts";
import { changesChannel, maxFields, NetworkHash } from "./network-hash.ts";
import type { RedisLink } from "./redis-link.ts";
import { RefreshQueue } from "./refresh-queue.ts";

interface SharedChangesOptions extends Report {
  /** Also stores changes on this machine, so that they survive a start without Redis. */
  readonly local: NetworkStorage;
  readonly link: RedisLink;
}

/**
 * Shares run-time changes of networks: all gateways on one Redis apply them within a second. Redis takes precedence over the local
 * storage. Changes made while Redis is down are written when it is back. A change that can't be saved is logged and still applies.
 */
export function shareNetworkChanges(options: SharedChangesOptions): NetworkStorage {
  const { local, link, log, countFailure } = options;
  const hash = new NetworkHash(link);
  const queue = new RefreshQueue(refresh, (caught) =>
    warn(caught, "changes of networks could not be read from Redis"),
  );
  /** The changes in force, by network id. */
  const inForce = new Map<string, NetworkChange>();
  /** Ids of networks with changes in force that the local storage lacks. */
  const unsaved = new Set<string>();
  const unsent = new Map<string, NetworkChange>();
  let listener: (changes: NetworkChanges) => void = () => undefined;
  let hasNetwork: (id: string) => boolean = () => true;
  let hasClosed = false;

  function warn(error: unknown, message: string): void {
    log.warn({ err: error }, message);
    countFailure("redis");
  }

  /** Writes unsent changes to Redis. */
  async function sendUnsent(): Promise<void> {
    if (unsent.size === 0) return;
    const sent = [...unsent];
    const outcome = await hash.write(sent);
    if (outcome === "unanswered") queue.retryLater();
    else if (outcome === "written") {
      for (const [id, change] of sent) if (unsent.get(id) === change) unsent.delete(id);
    } else warn(outcome, "Redis refuses changes of networks; they are stored on this machine only");
  }

  async function refresh(): Promise<void> {
    await sendUnsent();
    const stored = await hash.read();
    if (hasClosed) return;
    if (stored === undefined) return queue.retryLater();
    if (stored === "too-many") {
      warn(undefined, `ignoring the shared changes of networks: they have more than ${maxFields} fields`);
      return;
    }
    if (stored.deleted > 0) link.countForged(stored.deleted);
    const found = newChanges(stored.changes);
    if (found.size === 0) return;
    // Applied before they are saved, so that a failing disk does not block them.
    listener(new Map(inForce));
    await saveLocally(found);
  }

  /** Records and returns new changes. Skips unknown networks, which would fill memory and the state file. */
  function newChanges(changes: NetworkChanges): NetworkChanges {
    const found = new Map<string, NetworkChange>();
    for (const [id, change] of changes) {
      if (!hasNetwork(id)) continue;
      const current = inForce.get(id);
      const next = { ...current, ...change, ...unsent.get(id) };
      if (next.enabled === current?.enabled && next.rpcUrl === current?.rpcUrl) continue;
      inForce.set(id, next);
      unsaved.add(id);
      found.set(id, withoutCordons(next));
    }
    return found;
  }

  /** Saves other gateways' changes on this machine. */
  async function saveLocally(changes: NetworkChanges): Promise<void> {
    const saved = await Promise.allSettled(
      [...changes].map(([id, change]) => local.save(id, change).then(() => unsaved.delete(id))),
    );
    const failed = saved.find((result) => result.status === "rejected");
    if (failed === undefined) return;
    log.warn(
      { err: failed.reason },
      "changes that other gateways made are in force, but can't be saved in the state file",
    );
    countFailure("state_file");
  }

  return {
    async load() {
      for (const [id, change] of await local.load()) inForce.set(id, change);
      return new Map(inForce);
    },
    async save(id, change) {
      await local.save(id, change);
      inForce.set(id, { ...inForce.get(id), ...change });
      // Cordons are local to each gateway.
      if (change.enabled === undefined && change.rpcUrl === undefined) return;
      unsent.set(id, { ...unsent.get(id), ...change });
      await sendUnsent();
    },
    follow(onChanges, isNetwork = hasNetwork) {
      listener = onChanges;
      hasNetwork = isNetwork;
      local.follow((changes) => {
        // The file may be older than changes that are not saved yet.
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

/** Removes the cordons of a change, which are local to each machine. */
function withoutCordons({ cordoned: _, ...shared }: NetworkChange): NetworkChange {
  return shared;
}
