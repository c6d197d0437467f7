import { changeFile } from "../files/change-file.ts";
import { readFileIfThere } from "../files/read-bounded-file.ts";
import { FailureReporter } from "../log/failure-reporter.ts";
import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";

const counted = ["calls", "errors", "credits"] as const;
type Counted = (typeof counted)[number];

/** Calls, errors and credits of one caller on one day. */
export type CallerUsage = Readonly<Record<Counted, number>> & { readonly key: string };

/** Calls, errors and credits of one caller on one day for one method. */
export interface UsageRow extends CallerUsage {
  readonly day: string;
  readonly method: string;
}

/** Counts by `DAY ID METHOD WHAT`, such as `2026-01-31 shop getSlot calls`. */
type Counts = ReadonlyMap<string, number>;

/** Stores usage: in memory, in a file or in Redis. */
export interface UsageKeeper {
  /** Adds counts; resolves with those that it refuses. */
  add(counts: Counts): Promise<Counts>;
  /** Reads the counts of at least the last `days` days. */
  read(days: number): Promise<Counts>;
}

const keptDays = 62;
/** Most counts in one process or file. */
const maxCounts = 100_000;
/** Above this many, a new method of a caller is counted as `other`. */
const maxMethods = 90_000;
/** Above this many, a new caller is counted as `other`, whose own counts of all days fit in the rest. */
const maxCallers = maxCounts - keptDays * counted.length;
const saveEveryMs = 2000;
/** How long to reuse the summary of today. */
const todayForMs = 2000;
/** Most callers in the summary of today. */
const maxToday = 20;
const maxFileBytes = 16 * 1024 * 1024;
const dayMs = 86_400_000;

/** Counts calls, errors and credits by day, caller and method. */
export class Usage {
  readonly #keeper: UsageKeeper;
  readonly #failures: FailureReporter;
  readonly #timer: NodeJS.Timeout;
  #counts = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();
  #today: { readonly at: number; readonly callers: ReturnType<Usage["today"]> } | undefined;

  constructor(keeper: UsageKeeper, onFailed: (fault: unknown) => void) {
    this.#keeper = keeper;
    this.#failures = new FailureReporter(onFailed);
    this.#timer = setInterval(() => void this.#save(), saveEveryMs).unref();
  }

  /** Counts one call. */
  record(id: string, method: string, isError: boolean): void {
    this.#count(id, method, "calls", 1);
    if (isError) this.#count(id, method, "errors", 1);
  }

  /** Counts the credits that a call took. */
  recordCredits(id: string, method: string, credits: number): void {
    if (credits > 0) this.#count(id, method, "credits", credits);
  }

  #count(id: string, method: string, what: Counted, count: number): void {
    addTo(this.#counts, [[`${dayOf(0)} ${id} ${method} ${what}`, count]]);
  }

  /** Usage of one caller or of all, sorted by day, caller and method. */
  async rows(id?: string, days = keptDays): Promise<readonly UsageRow[]> {
    await this.#save();
    const rows = new Map<string, UsageRow>();
    const oldest = dayOf(days - 1);
    for (const [name, count] of await this.#keeper.read(days)) {
      if (name < oldest) continue;
      const [day = "", key = "", method = "", what = ""] = name.split(" ");
      if (id !== undefined && key !== id) continue;
      const before = rows.get(`${day} ${key} ${method}`) ?? {
        day,
        key,
        method,
        calls: 0,
        errors: 0,
        credits: 0,
      };
      rows.set(`${day} ${key} ${method}`, { ...before, [what]: count });
    }
    return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }

  /** The callers with the most calls today, in descending order; undefined if usage can't be read. */
  today(): Promise<readonly CallerUsage[] | undefined> {
    const now = performance.now();
    if (this.#today === undefined || now - this.#today.at > todayForMs)
      this.#today = {
        at: now,
        callers: this.#readToday().catch((caught: unknown) => {
          this.#failures.fail(caught);
          return undefined;
        }),
      };
    return this.#today.callers;
  }

  async #readToday(): Promise<readonly CallerUsage[]> {
    const callers = new Map<string, CallerUsage>();
    for (const { key, calls, errors, credits } of await this.rows(undefined, 1)) {
      const sum = callers.get(key) ?? { calls: 0, errors: 0, credits: 0 };
      callers.set(key, {
        key,
        calls: sum.calls + calls,
        errors: sum.errors + errors,
        credits: sum.credits + credits,
      });
    }
    return [...callers.values()].sort((one, other) => other.calls - one.calls).slice(0, maxToday);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#save();
  }

  /** Saves what was counted, one batch at a time. Never rejects: counts that can't be saved are kept for the next time. */
  #save(): Promise<void> {
    this.#last = this.#last.then(async () => {
      const counts = this.#counts;
      if (counts.size === 0) return;
      this.#counts = new Map();
      try {
        addTo(this.#counts, await this.#keeper.add(counts));
        this.#failures.succeed();
      } catch (caught) {
        addTo(this.#counts, counts);
        this.#failures.fail(caught);
      }
    });
    return this.#last;
  }
}

/** Usage as comma-separated values, with a header line. */
export function usageAsCsv(rows: readonly UsageRow[]): string {
  const columns = ["day", "key", "method", ...counted] as const;
  const lines = rows.map((row) => columns.map((column) => row[column]).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

/** The day this many days ago. */
function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
}

/** Adds counts to others. A method or a caller that finds no place is counted as `other`. */
function addTo(all: Map<string, number>, counts: Iterable<readonly [string, number]>): void {
  for (const [name, count] of counts) {
    const hasPlace = all.has(name) || all.size < maxMethods;
    const kept = hasPlace ? name : otherName(all, name);
    all.set(kept, (all.get(kept) ?? 0) + count);
  }
}

function otherName(all: ReadonlyMap<string, number>, name: string): string {
  const [day, id, , what] = name.split(" ");
  const ofCaller = `${day} ${id} other ${what}`;
  return all.has(ofCaller) || all.size < maxCallers ? ofCaller : `${day} other other ${what}`;
}

/** Drops the counts of days that are no longer kept. */
function dropOld(all: Map<string, number>): void {
  const oldest = dayOf(keptDays - 1);
  for (const name of all.keys()) if (name < oldest) all.delete(name);
}

/** Keeps usage in a file, which workers share. */
export function createUsageFile(path: string): UsageKeeper {
  async function read(): Promise<Map<string, number>> {
    // A file that is not JSON is replaced by the next save.
    const counts = Object.entries(parsedOrUndefined(await readFileIfThere(path, maxFileBytes)) ?? {});
    return new Map(counts.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  }

  return {
    read,
    add: (counts) =>
      changeFile(path, async (write) => {
        const all = await read();
        dropOld(all);
        addTo(all, counts);
        await write(JSON.stringify(Object.fromEntries(all)));
        return new Map();
      }),
  };
}

const prefix = "svm-gateway:usage:1:";

/** Keeps usage in Redis, which gateways share. */
export function createUsageRedis(link: RedisLink): UsageKeeper {
  return {
    async add(counts) {
      const answers = await askOrThrow(link, (redis) => {
        const batch = redis.pipeline();
        for (const [name, count] of counts) batch.hincrbyfloat(prefix + name.slice(0, 10), name, count);
        for (const day of new Set([...counts.keys()].map((name) => name.slice(0, 10))))
          batch.expire(prefix + day, (keptDays * dayMs) / 1000);
        return batch.exec();
      });
      return new Map([...counts].filter((_, index) => answers?.[index]?.[0] !== null));
    },
    async read(days) {
      const answers = await link.ask((redis) => {
        const batch = redis.pipeline();
        for (let ago = 0; ago < days; ago += 1) batch.hgetall(prefix + dayOf(ago));
        return batch.exec();
      });
      if (answers === undefined || answers === null || answers.some(([fault]) => fault !== null))
        throw RpcError.of("atCapacity", "Usage can't be read now, since Redis does not answer; try again.");
      const counts = answers.flatMap(([, hash]) => Object.entries(hash as Record<string, string>));
      return new Map(
        counts.map(([name, count]) => [name, Number(count)] as const).filter(([, count]) => count >= 0),
      );
    },
  };
}

/** Keeps usage in memory, until the process ends. */
export function createUsageMemory(): UsageKeeper {
  const all = new Map<string, number>();
  return {
    read: async () => all,
    async add(counts) {
      dropOld(all);
      addTo(all, counts);
      return new Map();
    },
  };
}
