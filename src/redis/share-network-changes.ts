import type { CountFailure } from "../log/count-failure.ts";
import type { NetworkChange, NetworkChanges, NetworkPersistence } from "../networks/network-change.ts";
import { changesOf, fieldsOf } from "./network-fields.ts";
import type { RedisLink, RedisLog } from "./redis-link.ts";

/** Hash of the changes: field `enabled ID` or `rpcUrl ID`. */
const key = "svm-gateway:networks:1";
/** Channel that says that the hash changed. */
const channel = "svm-gateway:networks:1:changed";
/** When Redis is asked again after it gave no answer. */
const retryMs = 500;
/** What comes within this time of a message is read together: a flood of messages is one read after the other. */
const gatherMs = 50;
/** A hash with more fields was not written by gateways: it is not read. */
const maxFields = 10_000;

/** What sharing needs. */
export interface SharedChangesOptions {
  /** Keeps changes on this machine too: a start without Redis must not forget them. */
  readonly local: NetworkPersistence;
  readonly link: RedisLink;
  readonly log: RedisLog;
  readonly countFailure?: CountFailure | undefined;
  /** Counts fields that were deleted since no gateway wrote them. */
  readonly countRefused?: ((kind: "network", count: number) => void) | undefined;
}

/**
 * Run-time changes of networks that all gateways on one Redis agree about within a second. What Redis holds wins over what the
 * machine kept; what was changed while Redis was away is written to it when it is back. Neither Redis nor the file
 * on this machine can fail the other: a change that one of them can't take is logged, and in force.
 */
export function shareNetworkChanges(options: SharedChangesOptions): NetworkPersistence {
  const { local, link, log, countFailure, countRefused } = options;
  const known = new Map<string, NetworkChange>();
  const unsent = new Map<string, NetworkChange>();
  let listener: (changes: NetworkChanges) => void = () => undefined;
  let isKnown: (id: string) => boolean = () => true;
  let timer: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let closed = false;

  function warn(fault: unknown, message: string): void {
    log.warn({ err: fault }, message);
    countFailure?.("redis");
  }

  function refreshLater(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(refreshLogged, retryMs);
    timer.unref();
  }

  function refreshLogged(): void {
    refresh().catch((caught: unknown) => warn(caught, "changes of networks can't be taken over from Redis"));
  }

  function refreshSoon(): void {
    if (closed || gathering !== undefined) return;
    gathering = setTimeout(() => {
      gathering = undefined;
      refreshLogged();
    }, gatherMs);
    gathering.unref();
  }

  /** One at a time; those who ask while one runs share the next, which sees what they know of. */
  function refresh(): Promise<void> {
    if (running === undefined) {
      running = takeOver().finally(() => {
        running = undefined;
      });
      return running;
    }
    following ??= running
      .catch(() => undefined) // Who began it has its fault.
      .then(() => {
        following = undefined;
        return refresh();
      });
    return following;
  }

  /** Writes to Redis what it does not know yet, in one step with the message about it. */
  async function send(): Promise<void> {
    if (unsent.size === 0) return;
    const sent = [...unsent];
    const fields = sent.flatMap(([id, change]) => fieldsOf(id, change));
    const done = await link.ask((redis) =>
      redis
        .multi()
        .hset(key, ...fields)
        .publish(channel, "")
        .exec(),
    );
    if (done === undefined || done === null) return refreshLater();
    const failed = done.find(([fault]) => fault !== null)?.[0];
    if (failed !== undefined && failed !== null) {
      warn(failed, "Redis refuses changes of networks; they are kept on this machine only");
      return;
    }
    for (const [id, change] of sent) if (unsent.get(id) === change) unsent.delete(id);
  }

  /** Takes over what Redis holds about networks that are known here. Others would fill memory and the state file. */
  async function takeOver(): Promise<void> {
    await send();
    const fields = await readFields();
    if (closed) return;
    if (fields === undefined) return refreshLater();
    const { changes, refused } = changesOf(fields);
    if (refused.length > 0) {
      // What another gateway deleted first was counted there.
      countRefused?.("network", (await link.ask((redis) => redis.hdel(key, ...refused))) ?? 0);
    }
    const found = new Map<string, NetworkChange>();
    for (const [id, change] of changes) {
      if (!isKnown(id)) continue;
      const mine = known.get(id);
      const next = { ...mine, ...change, ...unsent.get(id) };
      if (next.enabled === mine?.enabled && next.rpcUrl === mine?.rpcUrl) continue;
      known.set(id, next);
      found.set(id, next);
    }
    if (found.size === 0) return;
    // In force first: a disk that fails here must not keep it from being seen.
    listener(new Map(known));
    await keep(found);
  }

  async function readFields(): Promise<Readonly<Record<string, string>> | undefined> {
    const count = await link.ask((redis) => redis.hlen(key));
    if (count === undefined) return undefined;
    if (count <= maxFields) return link.ask((redis) => redis.hgetall(key));
    warn(undefined, `the shared changes of networks have more than ${maxFields} fields and are not read`);
    return {};
  }

  /** Keeps on this machine what others changed. */
  async function keep(changes: NetworkChanges): Promise<void> {
    const saved = await Promise.allSettled([...changes].map(([id, change]) => local.save(id, change)));
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
      for (const [id, change] of await local.load()) known.set(id, change);
      return new Map(known);
    },
    async save(id, change) {
      await local.save(id, change);
      known.set(id, { ...known.get(id), ...change });
      // Which upstreams one gateway does without is its own affair.
      if (change.enabled === undefined && change.rpcUrl === undefined) return;
      unsent.set(id, { ...unsent.get(id), ...change });
      await send();
    },
    follow(onChanges, isNetwork = isKnown) {
      listener = onChanges;
      isKnown = isNetwork;
      local.follow((changes) => {
        for (const [id, change] of changes) known.set(id, change);
        onChanges(new Map(known));
      });
      link.follow(channel, refreshSoon, refreshLogged);
    },
    async readNow() {
      await local.readNow();
      await refresh();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(gathering);
      await local.close();
    },
  };
}
