const creditPeriods = ["day", "month"] as const;

/** A calendar day or month, in UTC. */
type CreditPeriod = (typeof creditPeriods)[number];

/** Credits per period; undefined means no limit. */
type CreditLimits = Readonly<Record<CreditPeriod, number | undefined>>;

/** Spent credits by name of the period: `2026-11-22`, `2026-11`. */
type SpentCredits = ReadonlyMap<string, number>;

interface Period {
  readonly kind: CreditPeriod;
  limit: number;
  name: string;
  beginsAt: number;
  endsAt: number;
  spent: number;
  /** The part of `spent` that is not saved yet. */
  unsaved: number;
}

/** Counts the spent credits of the current day and month against the limits of a plan. */
export class CreditMeter {
  readonly #periods: readonly Period[] = creditPeriods.map((kind) => ({
    kind,
    limit: Number.POSITIVE_INFINITY,
    name: "",
    beginsAt: 0,
    endsAt: 0,
    spent: 0,
    unsaved: 0,
  }));

  constructor(limits: CreditLimits) {
    this.setLimits(limits);
  }

  /** Replaces the limits and keeps the spent credits. */
  setLimits(limits: CreditLimits): void {
    for (const period of this.#periods) period.limit = limits[period.kind] ?? Number.POSITIVE_INFINITY;
  }

  get isBounded(): boolean {
    return this.#periods.some(({ limit }) => limit !== Number.POSITIVE_INFINITY);
  }

  /** Milliseconds until this many credits are left; 0 if they are left now. */
  waitMs(cost: number): number {
    const now = Date.now();
    const exhausted = this.#periodsAt(now).filter(({ spent, limit }) => spent + cost > limit);
    return Math.max(0, ...exhausted.map(({ endsAt }) => endsAt - now));
  }

  spend(cost: number): void {
    for (const period of this.#periodsAt()) {
      period.spent += cost;
      period.unsaved += cost;
    }
  }

  /** Adopts totals of all processes that are higher than the own count. */
  raise(totals: SpentCredits): void {
    for (const period of this.#periodsAt())
      period.spent = Math.max(period.spent, totals.get(period.name) ?? 0);
  }

  /** Milliseconds until the first limited period ends. */
  get msToNextPeriod(): number {
    const now = Date.now();
    const bounded = this.#periodsAt(now).filter(({ limit }) => limit !== Number.POSITIVE_INFINITY);
    return Math.min(...bounded.map(({ endsAt }) => endsAt - now));
  }

  /** Credits left in the tightest period; undefined without a limit. */
  get left(): number | undefined {
    const left = Math.min(...this.counts.map(({ limit, spent }) => Math.max(0, limit - spent)));
    return left === Number.POSITIVE_INFINITY ? undefined : left;
  }

  /** The counts of the current day and month, including other processes. */
  get counts(): readonly Pick<Period, "limit" | "name" | "endsAt" | "spent" | "unsaved">[] {
    return this.#periodsAt();
  }

  /** Returns the credits spent since the last call, by period, and counts them as saved. */
  takeUnsaved(): SpentCredits {
    const taken = this.#periodsAt().map(({ name, unsaved }) => [name, unsaved] as const);
    for (const period of this.#periods) period.unsaved = 0;
    return new Map(taken);
  }

  /** Counts credits as unsaved again, after saving them failed. */
  putBack(unsaved: SpentCredits): void {
    for (const period of this.#periodsAt()) period.unsaved += unsaved.get(period.name) ?? 0;
  }

  /** Adopts the saved totals of all processes. */
  setSaved(spent: SpentCredits): void {
    for (const period of this.#periodsAt()) {
      const saved = spent.get(period.name);
      if (saved !== undefined) period.spent = saved + period.unsaved;
    }
  }

  /** The periods, rolled over to the day and month of `now`. */
  #periodsAt(now = Date.now()): readonly Period[] {
    for (const period of this.#periods) rollOver(period, now);
    return this.#periods;
  }
}

function rollOver(period: Period, now: number): void {
  if (now >= period.beginsAt && now < period.endsAt) return;
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const isDay = period.kind === "day";
  period.name = date.toISOString().slice(0, isDay ? 10 : 7);
  period.beginsAt = isDay ? Date.UTC(year, month, day) : Date.UTC(year, month, 1);
  period.endsAt = isDay ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  period.spent = 0;
  period.unsaved = 0;
}
