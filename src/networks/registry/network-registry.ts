import { assertFewValues } from "../../json/scan/few-values.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import { redactUrl } from "../../log/redact.ts";
import { type FetchBounds, fetchText } from "../../net/fetch-text.ts";
import { maxEntries, parseRegistry, type RegistryEntry, registrySnapshot } from "./registry-entry.ts";

/** Interval and bounds of fetching the registry. */
export interface RegistryTimes extends FetchBounds {
  readonly refreshIntervalMs: number;
}

/** Networks come and go over weeks, so once a day is enough. The public list has about 5 KiB. */
const defaultTimes: RegistryTimes = {
  refreshIntervalMs: 24 * 60 * 60 * 1000,
  timeoutMs: 3000,
  maxBytes: 4 * 1024 * 1024,
};

/** Most JSON values per entry, on average: entries of public networks have about 40. */
const valuesPerEntry = 100;

/** The registry of public networks: the list that ships with the program, updated by fetched ones. */
export class NetworkRegistry {
  readonly #url: string | undefined;
  readonly #times: RegistryTimes;
  readonly #logger: Pick<Logger, "warn">;
  readonly #countFailure: CountFailure | undefined;
  #entries: readonly RegistryEntry[] = registrySnapshot();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    url: string | undefined,
    logger: Pick<Logger, "warn">,
    countFailure: CountFailure | undefined,
    times: Partial<RegistryTimes> = {},
  ) {
    this.#url = url;
    this.#times = { ...defaultTimes, ...times };
    this.#logger = logger;
    this.#countFailure = countFailure;
  }

  get entries(): readonly RegistryEntry[] {
    return this.#entries;
  }

  /** Fetches the list if its address is configured. If that fails, keeps the known one and logs a warning. */
  async refresh(): Promise<void> {
    const url = this.#url;
    if (url === undefined) return;
    try {
      const fetched = await fetchRegistry(url, this.#times);
      const ids = new Set(fetched.map(({ id }) => id));
      // Keeps networks that left the list, as they may be in use.
      this.#entries = [...fetched, ...this.#entries.filter(({ id }) => !ids.has(id))];
    } catch (caught) {
      this.#logger.warn(
        { url: redactUrl(url), err: caught },
        "The registry of networks can't be refreshed; the known list is used.",
      );
      this.#countFailure?.("registry");
    }
  }

  /** Refreshes at each interval, and calls back each time. */
  startRefreshing(onRefreshed: () => void): void {
    if (this.#url === undefined) return;
    const refresh = async () => {
      await this.refresh();
      onRefreshed();
    };
    this.#timer = setInterval(() => {
      refresh().catch((caught: unknown) =>
        this.#logger.warn({ err: caught }, "The refreshed registry of networks can't be used."),
      );
    }, this.#times.refreshIntervalMs);
    this.#timer.unref();
  }

  stopRefreshing(): void {
    clearInterval(this.#timer);
  }
}

/** Fetches the list. Throws if that fails, takes too long, or returns too much or no registry. */
async function fetchRegistry(url: string, bounds: FetchBounds): Promise<RegistryEntry[]> {
  const text = await fetchText("registry", url, bounds);
  assertFewValues(text, maxEntries * valuesPerEntry);
  return parseRegistry(JSON.parse(text));
}
