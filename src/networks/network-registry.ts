import type { RegistryConfig } from "../../generated/config.ts";
import type { CountFailure } from "../log/count-failure.ts";
import type { Logger } from "../log/logger.ts";
import { redactUrl } from "../log/redact.ts";
import { fetchRegistry } from "./fetch-registry.ts";
import type { RegistryEntry } from "./registry-entry.ts";
import { registrySnapshot } from "./registry-snapshot.ts";

/** The registry of public networks: the list that ships with the program, and what was fetched since. */
export class NetworkRegistry {
  readonly #config: RegistryConfig;
  readonly #logger: Pick<Logger, "warn">;
  readonly #countFailure: CountFailure | undefined;
  #entries: readonly RegistryEntry[] = registrySnapshot();
  #timer: NodeJS.Timeout | undefined;

  constructor(config: RegistryConfig, logger: Pick<Logger, "warn">, countFailure: CountFailure | undefined) {
    this.#config = config;
    this.#logger = logger;
    this.#countFailure = countFailure;
  }

  get entries(): readonly RegistryEntry[] {
    return this.#entries;
  }

  /** Fetches the list if one is configured; keeps the known one when that fails. */
  async refresh(): Promise<void> {
    const { url } = this.#config;
    if (url === undefined) return;
    try {
      const fetched = await fetchRegistry(url, this.#config);
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

  /** Refreshes at the configured interval, and calls back each time. */
  startRefreshing(onRefreshed: () => void): void {
    const { url, refreshIntervalMs } = this.#config;
    if (url === undefined || refreshIntervalMs === 0) return;
    const refresh = async () => {
      await this.refresh();
      onRefreshed();
    };
    this.#timer = setInterval(() => {
      refresh().catch((caught: unknown) =>
        this.#logger.warn({ err: caught }, "The refreshed registry of networks can't be used."),
      );
    }, refreshIntervalMs);
    this.#timer.unref();
  }

  stopRefreshing(): void {
    clearInterval(this.#timer);
  }
}
