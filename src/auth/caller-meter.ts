import { LRUCache } from "lru-cache";
import { rateLimitFields } from "../limits/rate-limit-fields.ts";
import { type Left, type Window, WindowCounter } from "../limits/window-counter.ts";
import { clientOf } from "../net/client-address.ts";
import { CreditMeter, type WallClock } from "../upstream/plan/credit-meter.ts";
import {
  clientLimits,
  type MeterLimits,
  type MeterRefusal,
  type SharedCaller,
  type SharedLimits,
  type SpentRate,
  type Use,
  useLimit,
} from "./caller-limits.ts";

/** Client addresses of one such key that are kept in mind. */
const maxClients = 10_000;
/** A gateway that can't ask what all spend together lets in this part of the credits. */
const alonePart = 100;
const secondMs = 1000;
const daySeconds = 86_400;
const monthSeconds = 31 * daySeconds;

/** How a meter counts, if not alone and by the wall clock. */
interface MeterOptions {
  readonly shared?: SharedLimits | undefined;
  readonly clock?: WallClock;
}

/** What one key or token has spent, and what it uses now. */
export class CallerMeter {
  readonly id: string;
  #whole: Share;
  /** By client address, for a key that web pages may use. */
  #clients: LRUCache<string, Share> | undefined;
  #limits: MeterLimits;
  #clientLimits: MeterLimits;
  readonly #clock: WallClock;
  readonly #shared: SharedLimits | undefined;

  constructor(
    id: string,
    limits: MeterLimits,
    isForPages: boolean,
    { shared, clock = Date.now }: MeterOptions = {},
  ) {
    this.id = id;
    this.#clock = clock;
    this.#shared = shared;
    this.#limits = limits;
    this.#whole = new Share(limits, clock);
    this.#clientLimits = clientLimits(limits);
    this.#clients = isForPages ? new LRUCache({ max: maxClients }) : undefined;
  }

  /** Credits of the day and the month, to be kept and shared. */
  get credits(): CreditMeter {
    return this.#whole.credits;
  }

  /** Whether there is a limit of rate or credits at all. */
  get isBounded(): boolean {
    return this.#limits.rateLimit !== undefined || this.credits.isBounded;
  }

  /** Takes points of the rate and credits as far as this gateway knows; the refusal when there are too few, and then nothing is taken from the whole. */
  spend(points: number, credits: number, address: string | undefined): MeterRefusal | undefined {
    const now = performance.now();
    const client = this.#clientOf(address);
    // What costs none is answered when all are spent.
    const creditWaitMs =
      credits === 0 ? 0 : Math.max(this.credits.waitMs(credits), client?.credits.waitMs(credits) ?? 0);
    if (creditWaitMs > 0) return { limit: "credits", waitMs: creditWaitMs };
    const waitMs = client?.takeRate(points, now) || this.#whole.takeRate(points, now);
    if (waitMs > 0) return { limit: "rate_limit", waitMs };
    this.credits.spend(credits);
    client?.credits.spend(credits);
    return undefined;
  }

  /** The same for all gateways together; a promise only if there are several. */
  spendTogether(
    points: number,
    credits: number,
    address: string | undefined,
  ): MeterRefusal | undefined | Promise<MeterRefusal | undefined> {
    if (this.#shared === undefined || !this.isBounded) return this.spend(points, credits, address);
    const client = this.#clientOf(address);
    for (const share of [this.#whole, client]) {
      const refusal = share?.foresee(points, credits);
      if (refusal !== undefined) return refusal;
    }
    return this.#askToSpend(this.#shared, points, credits, address);
  }

  async #askToSpend(
    shared: SharedLimits,
    points: number,
    credits: number,
    address: string | undefined,
    isForced = false,
  ): Promise<MeterRefusal | undefined> {
    const spent = this.credits.counts.map(({ name, spent: known }) => [name, known] as const);
    const outcome = await shared.spend({ ...this.#sharedCaller(address), points, credits, spent, isForced });
    if (outcome === undefined) return this.#spendAlone(points, credits, address, isForced);
    const client = this.#clientOf(address);
    if ("limit" in outcome) {
      // Until then no further call is asked about.
      const { rateLimit } = this.#limits;
      if (outcome.limit === "rate_limit" && rateLimit !== undefined && client === undefined)
        this.#whole.adoptRate({ points: rateLimit, ms: outcome.waitMs });
      return outcome.limit === "credits"
        ? { ...outcome, waitMs: Math.max(1, this.credits.msToNextPeriod) }
        : outcome;
    }
    if (shared.keepsCredits) this.credits.setSaved(outcome.totals);
    else {
      this.credits.spend(credits);
      this.credits.raise(outcome.totals);
    }
    client?.credits.spend(credits);
    const [ofWhole, ofClient] = outcome.rates;
    this.#whole.adoptRate(ofWhole);
    client?.adoptRate(ofClient);
    return undefined;
  }

  /**
   * Goes on while what all spend together can't be asked for: by the own rate, and by a hundredth of the credits. These are reported
   * once it is there again.
   */
  #spendAlone(
    points: number,
    credits: number,
    address: string | undefined,
    isForced: boolean,
  ): MeterRefusal | undefined {
    if (isForced) {
      this.charge(points, credits, address);
      return undefined;
    }
    const isTooMuch = this.credits.counts.some(({ limit, unsaved }) => unsaved + credits > limit / alonePart);
    return credits > 0 && isTooMuch
      ? { limit: "unknown", waitMs: secondMs }
      : this.spend(points, credits, address);
  }

  /** Takes what was spent without asking, from what all gateways have: further work of an admitted call. */
  chargeTogether(points: number, credits: number, address: string | undefined): void {
    if (this.#shared === undefined || !this.isBounded) this.charge(points, credits, address);
    else void this.#askToSpend(this.#shared, points, credits, address, true);
  }

  /** The same at this gateway alone. */
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
    const rate = limits.rateLimit === this.#limits.rateLimit ? this.#whole.rate : undefined;
    this.#limits = limits;
    this.#whole = new Share(limits, this.#clock, inUse, rate);
    this.#whole.credits.putBack(unsaved);
    this.#whole.credits.setSaved(
      new Map(credits.counts.map(({ name, spent }) => [name, spent - (unsaved.get(name) ?? 0)])),
    );
    this.#clientLimits = clientLimits(limits);
    this.#clients = isForPages ? new LRUCache({ max: maxClients }) : undefined;
  }

  /**
   * Begins a use, such as a running call; false if there are as many as there may be. A promise only if gateways count together and
   * there is such a limit.
   */
  begin(use: Use, address: string | undefined): boolean | Promise<boolean> {
    const client = this.#clientOf(address);
    if (!this.#whole.hasRoom(use) || client?.hasRoom(use) === false) return false;
    this.#count(use, address, 1);
    if (this.#shared === undefined || this.limitOf(use) === undefined) return true;
    return this.#shared.begin(this.#sharedCaller(address), use).then((isBegun) => {
      // Without an answer this gateway counts alone.
      if (isBegun === false) this.#count(use, address, -1);
      return isBegun !== false;
    });
  }

  /** Ends a use that began. */
  end(use: Use, address: string | undefined): void {
    this.#count(use, address, -1);
    if (this.limitOf(use) !== undefined) this.#shared?.end(this.#sharedCaller(address), use);
  }

  #count(use: Use, address: string | undefined, by: number): void {
    this.#whole.inUse[use] += by;
    const client = this.#clientOf(address);
    // An address that was forgotten meanwhile has begun none.
    if (client !== undefined) client.inUse[use] = Math.max(0, client.inUse[use] + by);
  }

  #sharedCaller(address: string | undefined): SharedCaller {
    const client = this.#clients === undefined ? undefined : clientOf(address ?? "");
    return { id: this.id, client, limits: this.#limits };
  }

  /** What was spent of the second, of the whole and by one client address. */
  spentRates(address: string | undefined): readonly (SpentRate | undefined)[] {
    return [this.#whole.spentRate, this.#clientOf(address)?.spentRate];
  }

  /** What is in use now. */
  inUse(use: Use): number {
    return this.#whole.inUse[use];
  }

  /** How many of a use there may be, for error texts. */
  limitOf(use: Use): number | undefined {
    return useLimit(this.#limits, use);
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

  /** The refusal that is certain by what is known here. */
  foresee(points: number, credits: number): MeterRefusal | undefined {
    const creditWaitMs = credits === 0 ? 0 : this.credits.waitMs(credits);
    if (creditWaitMs > 0) return { limit: "credits", waitMs: creditWaitMs };
    const [left] = this.rate?.left("", performance.now()) ?? [];
    const isTooMuch = left !== undefined && left.points < Math.min(points, this.#limits.rateLimit ?? 0);
    return isTooMuch ? { limit: "rate_limit", waitMs: left.ms } : undefined;
  }

  get spentRate(): SpentRate | undefined {
    return this.rate?.spent("", performance.now());
  }

  /** Takes over what all gateways spent of the second. */
  adoptRate(spent: SpentRate | undefined): void {
    if (spent !== undefined) this.rate?.adopt("", spent, performance.now());
  }

  hasRoom(use: Use): boolean {
    return this.inUse[use] < (useLimit(this.#limits, use) ?? Number.POSITIVE_INFINITY);
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
