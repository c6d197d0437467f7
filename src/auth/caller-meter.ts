import { LRUCache } from "lru-cache";
import { rateLimitFields } from "../limits/rate-limit-fields.ts";
import { type Left, type Window, WindowCounter } from "../limits/window-counter.ts";
import { clientOf } from "../net/client-address.ts";
import { CreditMeter, type WallClock } from "../upstream/plan/credit-meter.ts";

/** How much a caller may do; a limit that is undefined is none. */
export interface MeterLimits {
  readonly rateLimit: number | undefined;
  readonly creditsPerDay: number | undefined;
  readonly creditsPerMonth: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly maxSubscriptions: number | undefined;
  readonly maxSockets: number | undefined;
}

/** What is in use for as long as it lasts. */
export type Use = "calls" | "subscriptions" | "sockets";

/** Why a caller must wait, and for how long. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits";
  readonly waitMs: number;
}

/** One client address of a key in a web page has this part of its limits. */
const clientPart = 10;
/** Client addresses of one such key that are kept in mind. */
const maxClients = 10_000;
const secondMs = 1000;
const daySeconds = 86_400;
const monthSeconds = 31 * daySeconds;

/** What one key or token has spent, and what it uses now. */
export class CallerMeter {
  readonly id: string;
  #whole: Share;
  /** By client address, for a key that may stand in a web page. */
  #clients: LRUCache<string, Share> | undefined;
  #clientLimits: MeterLimits;
  readonly #clock: WallClock;

  constructor(id: string, limits: MeterLimits, isForPages: boolean, clock: WallClock = Date.now) {
    this.id = id;
    this.#clock = clock;
    this.#whole = new Share(limits, clock);
    this.#clientLimits = partOf(limits);
    this.#clients = isForPages ? new LRUCache({ max: maxClients }) : undefined;
  }

  /** Credits of the day and the month, to be kept and shared. */
  get credits(): CreditMeter {
    return this.#whole.credits;
  }

  /** Calls a second; undefined without such a limit. */
  get rateLimit(): number | undefined {
    return this.#whole.rateLimit;
  }

  /** Whether there is a limit of rate or credits at all. */
  get isBounded(): boolean {
    return this.#whole.rateLimit !== undefined || this.credits.isBounded;
  }

  /**
   * Takes points of the rate and credits; the refusal when there are too few, and then nothing is taken from the whole. `isShared` if
   * the credits are counted elsewhere, for all gateways.
   */
  spend(
    points: number,
    credits: number,
    address: string | undefined,
    isShared = false,
  ): MeterRefusal | undefined {
    const now = performance.now();
    const client = this.#clientOf(address);
    // What costs none is answered when all are spent.
    const creditWaitMs =
      credits === 0 ? 0 : Math.max(this.credits.waitMs(credits), client?.credits.waitMs(credits) ?? 0);
    if (creditWaitMs > 0) return { limit: "credits", waitMs: creditWaitMs };
    const waitMs = client?.takeRate(points, now) || this.#whole.takeRate(points, now);
    if (waitMs > 0) return { limit: "rate_limit", waitMs };
    this.credits.spend(credits, isShared);
    client?.credits.spend(credits);
    return undefined;
  }

  /** Takes what was spent without asking: further work of an admitted call, or calls at another worker. */
  charge(points: number, credits: number, address?: string): void {
    const now = performance.now();
    for (const share of [this.#whole, this.#clientOf(address)]) {
      share?.rate?.charge("", points, now);
      share?.credits.spend(credits);
    }
  }

  /** Takes other limits; what was spent and is in use stays so. */
  setLimits(limits: MeterLimits, isForPages: boolean): void {
    const { credits, inUse } = this.#whole;
    const unsaved = credits.takeUnsaved();
    // A new token of the same subject, or a change of other keys, gives no new second.
    const rate = limits.rateLimit === this.#whole.rateLimit ? this.#whole.rate : undefined;
    this.#whole = new Share(limits, this.#clock, inUse, rate);
    this.#whole.credits.putBack(unsaved);
    this.#whole.credits.setSaved(
      new Map(credits.counts.map(({ name, spent }) => [name, spent - (unsaved.get(name) ?? 0)])),
    );
    this.#clientLimits = partOf(limits);
    this.#clients = isForPages ? new LRUCache({ max: maxClients }) : undefined;
  }

  /** Whether a further use may begin. */
  hasRoom(use: Use, address: string | undefined): boolean {
    return this.#whole.hasRoom(use) && this.#clientOf(address)?.hasRoom(use) !== false;
  }

  /** Begins a use, such as a running call; false if there are as many as there may be. */
  begin(use: Use, address: string | undefined): boolean {
    if (!this.hasRoom(use, address)) return false;
    const client = this.#clientOf(address);
    this.#whole.inUse[use] += 1;
    if (client !== undefined) client.inUse[use] += 1;
    return true;
  }

  /** Ends a use that began. */
  end(use: Use, address: string | undefined): void {
    this.#whole.inUse[use] -= 1;
    const client = this.#clientOf(address);
    // An address that was forgotten meanwhile has begun none.
    if (client !== undefined && client.inUse[use] > 0) client.inUse[use] -= 1;
  }

  /** What is in use now. */
  inUse(use: Use): number {
    return this.#whole.inUse[use];
  }

  /** How many of a use there may be, for error texts. */
  limitOf(use: Use): number | undefined {
    return this.#whole.limitOf(use);
  }

  /** Header pairs that tell the caller what it has left; none without limits. */
  fields(address: string | undefined): readonly string[] {
    return (this.#clientOf(address) ?? this.#whole).fields(this.#clock());
  }

  #clientOf(address: string | undefined): Share | undefined {
    if (this.#clients === undefined) return undefined;
    const client = clientOf(address ?? "");
    let share = this.#clients.get(client);
    if (share === undefined) {
      share = new Share(this.#clientLimits, this.#clock);
      this.#clients.set(client, share);
    }
    return share;
  }
}

/** The limits of one client address. */
function partOf(limits: MeterLimits): MeterLimits {
  const part = (limit: number | undefined) => limit && Math.max(1, Math.floor(limit / clientPart));
  return {
    rateLimit: part(limits.rateLimit),
    creditsPerDay: part(limits.creditsPerDay),
    creditsPerMonth: part(limits.creditsPerMonth),
    maxConcurrent: part(limits.maxConcurrent),
    maxSubscriptions: part(limits.maxSubscriptions),
    maxSockets: part(limits.maxSockets),
  };
}

/** The counts of a whole key, or of one client address. */
class Share {
  readonly rate: WindowCounter | undefined;
  readonly credits: CreditMeter;
  readonly inUse: Record<Use, number>;
  readonly #limits: MeterLimits;
  readonly #fieldsOf: (left: readonly Left[]) => readonly string[];

  constructor(
    limits: MeterLimits,
    clock: WallClock,
    inUse: Record<Use, number> = { calls: 0, subscriptions: 0, sockets: 0 },
    rate?: WindowCounter,
  ) {
    this.inUse = inUse;
    this.#limits = limits;
    const { rateLimit, creditsPerDay, creditsPerMonth } = limits;
    const windows: Window[] = [];
    if (rateLimit !== undefined) {
      const second = { name: "second", points: rateLimit, durationMs: secondMs };
      this.rate = rate ?? new WindowCounter([second], 1);
      windows.push(second);
    }
    this.credits = new CreditMeter({ day: creditsPerDay, month: creditsPerMonth }, clock);
    if (creditsPerDay !== undefined)
      windows.push({ name: "day", points: creditsPerDay, durationMs: daySeconds * secondMs });
    if (creditsPerMonth !== undefined)
      windows.push({ name: "month", points: creditsPerMonth, durationMs: monthSeconds * secondMs });
    this.#fieldsOf = windows.length === 0 ? () => [] : rateLimitFields(windows);
  }

  /** Takes points of the rate; the milliseconds to wait if there are too few. */
  takeRate(points: number, now: number): number {
    return this.rate?.spend("", points, now) ?? 0;
  }

  get rateLimit(): number | undefined {
    return this.#limits.rateLimit;
  }

  limitOf(use: Use): number | undefined {
    const { maxConcurrent, maxSubscriptions, maxSockets } = this.#limits;
    return { calls: maxConcurrent, subscriptions: maxSubscriptions, sockets: maxSockets }[use];
  }

  hasRoom(use: Use): boolean {
    return this.inUse[use] < (this.limitOf(use) ?? Number.POSITIVE_INFINITY);
  }

  fields(wallNow: number): readonly string[] {
    const credits = this.credits.counts
      .filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
      .map(({ limit, spent, endsAt }) => ({
        points: Math.max(0, Math.floor(limit - spent)),
        ms: endsAt - wallNow,
      }));
    return this.#fieldsOf([...(this.rate?.left("", performance.now()) ?? []), ...credits]);
  }
}
