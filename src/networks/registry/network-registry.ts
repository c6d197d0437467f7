import { assertFewValues } from "../../json/scan/few-values.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import { redactUrl } from "../../log/redact.ts";
import { type FetchBounds, fetchText } from "../../net/fetch-text.ts";
import { maxEntries, parseRegistry, type RegistryEntry, registrySnapshot } from "./registry-entry.ts";

/** When and how the registry is fetched. */
export interface RegistryTimes extends FetchBounds {
  readonly refreshIntervalMs: number;
}

/** Networks come and go in weeks, so a day between refreshes is enough. The public list has some 5 KiB. */
const usualTimes: RegistryTimes = {
  refreshIntervalMs: 24 * 60 * 60 * 1000,
  timeoutMs: 3000,
  maxBytes: 4 * 1024 * 1024,
};

/** Most values of an entry on average: those of public networks have about 40. */
const valuesPerEntry = 100;

/** The registry of public networks: the list that ships with the program, and what was fetched since. */
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
    this.#times = { ...usualTimes, ...times };
    this.#logger = logger;
    this.#countFailure = countFailure;
  }

  get entries(): readonly RegistryEntry[] {
    return this.#entries;
  }

  /** Fetches the list if one is configured; keeps the known one when that fails. */
  async refresh(): Promise<void> {
    const url = this.#url;
    if (url === undefined) return;
    try {
      const fetched = await fetchRegistry(url, this.#times);
      const ids = new Set(fetched.map(({ id }) => id));
      // A network that left the list is kept: it may be in use.
      this.#entries = [...fetched, ...this.#entries.filter(({ id }) => !ids.has(id))];
    } catch (caught) {
      this.#logger.warn(
        { url: redactUrl(url), err: caught },
        "The registry of networks can't be refreshed; the known list is used.",
      );
      this.#countFailure?.("registry");
    }
  }

  /** Refreshes once a day, and calls back each time. */
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

/** Fetches the list of public networks. Throws when it cannot be reached, is slow, too long or not a registry. */
async function fetchRegistry(url: string, bounds: FetchBounds): Promise<RegistryEntry[]> {
  const text = await fetchText("registry", url, bounds);
  assertFewValues(text, maxEntries * valuesPerEntry);
  return parseRegistry(JSON.parse(text));
}
