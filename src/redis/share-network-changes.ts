import { parsedUrl } from "../net/parsed-url.ts";
import type { NetworkChange, NetworkChanges, NetworkPersistence } from "../networks/network-change.ts";
import type { RedisLink } from "./redis-link.ts";

/** Hash of the changes: field `enabled ID` or `rpcUrl ID`. */
const key = "svm-gateway:networks:1";
/** Channel that says that the hash changed. */
const channel = "svm-gateway:networks:1:changed";
/** When Redis is asked again for what it did not tell. */
const againMs = 500;

/** What sharing needs. */
export interface SharedChangesOptions {
  /** Keeps changes on this machine too: a start without Redis must not forget them. */
  readonly local: NetworkPersistence;
  readonly link: RedisLink;
}

/**
 * Run-time changes of networks that all gateways on one Redis agree about within a second. What Redis holds wins over what the
 * machine kept; what was changed while Redis was away is told to it when it is back.
 */
export function shareNetworkChanges({ local, link }: SharedChangesOptions): NetworkPersistence {
  const known = new Map<string, NetworkChange>();
  const untold = new Map<string, NetworkChange>();
  let listener: (changes: NetworkChanges) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function later(action: () => void): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(action, againMs);
    timer.unref();
  }

  /** Tells Redis what it does not know yet, in one step with the news of it. */
  async function tell(): Promise<void> {
    if (untold.size === 0) return;
    const told = [...untold];
    const fields = told.flatMap(([id, change]) => fieldsOf(id, change));
    const done = await link.ask((redis) =>
      redis
        .multi()
        .hset(key, ...fields)
        .publish(channel, "")
        .exec(),
    );
    if (done === undefined || done === null) return later(() => void refresh());
    for (const [id, change] of told) if (untold.get(id) === change) untold.delete(id);
  }

  /** Takes over what Redis holds. */
  async function refresh(): Promise<void> {
    await tell();
    const fields = await link.ask((redis) => redis.hgetall(key));
    if (closed) return;
    if (fields === undefined) return later(() => void refresh());
    let isNews = false;
    for (const [id, change] of changesOf(fields)) {
      const mine = known.get(id);
      const next = { ...mine, ...change, ...untold.get(id) };
      if (next.enabled === mine?.enabled && next.rpcUrl === mine?.rpcUrl) continue;
      known.set(id, next);
      isNews = true;
      await local.save(id, next);
    }
    if (isNews) listener(new Map(known));
  }

  return {
    async load() {
      for (const [id, change] of await local.load()) known.set(id, change);
      return new Map(known);
    },
    async save(id, change) {
      await local.save(id, change);
      known.set(id, { ...known.get(id), ...change });
      untold.set(id, { ...untold.get(id), ...change });
      await tell();
    },
    follow(tellOf) {
      listener = tellOf;
      local.follow((changes) => {
        for (const [id, change] of changes) known.set(id, change);
        tellOf(new Map(known));
      });
      link.follow(
        channel,
        () => void refresh(),
        () => void refresh(),
      );
    },
    async look() {
      await local.look();
      await refresh();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await local.close();
    },
  };
}

function fieldsOf(id: string, { enabled, rpcUrl }: NetworkChange): string[] {
  return [
    ...(enabled === undefined ? [] : [`enabled ${id}`, String(enabled)]),
    ...(rpcUrl === undefined ? [] : [`rpcUrl ${id}`, rpcUrl]),
  ];
}

/** What the fields say; those that nobody can have meant are passed over. */
function changesOf(fields: Readonly<Record<string, string>>): Map<string, NetworkChange> {
  const changes = new Map<string, NetworkChange>();
  for (const [field, value] of Object.entries(fields)) {
    const [name = "", id = ""] = field.split(" ", 2);
    const change = changeOf(name, value);
    if (change !== undefined) changes.set(id, { ...changes.get(id), ...change });
  }
  return changes;
}

function changeOf(name: string, value: string): NetworkChange | undefined {
  if (name === "enabled" && (value === "true" || value === "false")) return { enabled: value === "true" };
  if (name === "rpcUrl" && parsedUrl(value)?.protocol === "https:") return { rpcUrl: value };
  return undefined;
}
