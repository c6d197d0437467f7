const creditPeriods = ["day", "month"] as const;

/** A day or a month of the calendar, in UTC. */
type CreditPeriod = (typeof creditPeriods)[number];

/** Credits to spend; undefined is no limit. */
type CreditLimits = Readonly<Record<CreditPeriod, number | undefined>>;

/** Credits that were spent, by the period's own name: `2026-11-22`, `2026-11`. */
export type SpentCredits = ReadonlyMap<string, number>;

interface Period {
  readonly kind: CreditPeriod;
  limit: number;
  name: string;
  beginsAt: number;
  endsAt: number;
  spent: number;
  /** The part of `spent` that `takeUnsaved` has not returned yet. */
  unsaved: number;
}

/** The credits that one upstream's plan gives by day and by month, and what was spent of them. */
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

  /** Replaces the limits, and keeps what was spent. */
  setLimits(limits: CreditLimits): void {
    for (const period of this.#periods) period.limit = limits[period.kind] ?? Number.POSITIVE_INFINITY;
  }

  get isBounded(): boolean {
    return this.#periods.some(({ limit }) => limit !== Number.POSITIVE_INFINITY);
  }

  /** Milliseconds until the plan has this many credits again; 0 when it has them now. */
  waitMs(cost: number): number {
    const now = Date.now();
    const tooFew = this.#periodsAt(now).filter(({ spent, limit }) => spent + cost > limit);
    return Math.max(0, ...tooFew.map(({ endsAt }) => endsAt - now));
  }

  spend(cost: number): void {
    for (const period of this.#periodsAt()) {
      period.spent += cost;
      period.unsaved += cost;
    }
  }

  /** Adopts the totals of all processes where they are higher. */
  raise(totals: SpentCredits): void {
    for (const period of this.#periodsAt())
      period.spent = Math.max(period.spent, totals.get(period.name) ?? 0);
  }

  /** Milliseconds until a period with a limit ends: the day, or the month if the day has none. */
  get msToNextPeriod(): number {
    const now = Date.now();
    const bounded = this.#periodsAt(now).filter(({ limit }) => limit !== Number.POSITIVE_INFINITY);
    return Math.min(...bounded.map(({ endsAt }) => endsAt - now));
  }

  /** Credits left in the period that has the fewest; undefined if the plan has no limit. */
  get left(): number | undefined {
    const left = Math.min(...this.counts.map(({ limit, spent }) => Math.max(0, limit - spent)));
    return left === Number.POSITIVE_INFINITY ? undefined : left;
  }

  /** What was spent of the current day and month, by any process. */
  get counts(): readonly Pick<Period, "limit" | "name" | "endsAt" | "spent" | "unsaved">[] {
    return this.#periodsAt();
  }

  /** Returns what was spent since it was last called, by period, and counts that as saved. */
  takeUnsaved(): SpentCredits {
    const taken = this.#periodsAt().map(({ name, unsaved }) => [name, unsaved] as const);
    for (const period of this.#periods) period.unsaved = 0;
    return new Map(taken);
  }

  /** Counts what could not be saved as unsaved again. */
  putBack(unsaved: SpentCredits): void {
    for (const period of this.#periodsAt()) period.unsaved += unsaved.get(period.name) ?? 0;
  }

  /** Adopts the saved totals of all processes that share the count. */
  setSaved(spent: SpentCredits): void {
    for (const period of this.#periodsAt()) {
      const saved = spent.get(period.name);
      if (saved !== undefined) period.spent = saved + period.unsaved;
    }
  }

  /** The periods, turned to the day and the month of `now`. */
  #periodsAt(now = Date.now()): readonly Period[] {
    for (const period of this.#periods) moveTo(period, now);
    return this.#periods;
  }
}

function moveTo(period: Period, now: number): void {
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
