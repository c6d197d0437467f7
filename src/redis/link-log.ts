import type { CountFailure, Log } from "../log/logger.ts";
import { redactText, redactUrl } from "../log/redact.ts";

/** Minimum time between reports of refusals, whose texts may all differ. */
const refusalReportMs = 60_000;

/** Logs and counts when Redis stops replying and when it refuses commands, but not each time. */
export class LinkLog {
  readonly #redis: string;
  readonly #log: Log;
  readonly #countFailure: CountFailure | undefined;
  #isDown = false;
  #lastRefusal = "";
  #noRefusalsUntil = 0;

  constructor(url: string, log: Log, countFailure: CountFailure | undefined) {
    this.#redis = redactUrl(url);
    this.#log = log;
    this.#countFailure = countFailure;
  }

  down(error: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#countFailure?.("redis");
    const reason = error instanceof Error ? redactText(error.message) : "unknown";
    this.#log.warn(
      { redis: this.#redis, reason },
      "Redis is not used for now: this gateway shares nothing with others until Redis replies",
    );
  }

  up(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#log.info({ redis: this.#redis }, "Redis is used again");
  }

  /** Logs a refused command, at most once a minute and not twice in a row for the same reason. */
  refused({ message }: Error): void {
    const now = performance.now();
    if (message === this.#lastRefusal || now < this.#noRefusalsUntil) return;
    this.#lastRefusal = message;
    this.#noRefusalsUntil = now + refusalReportMs;
    this.#countFailure?.("redis");
    this.#log.warn(
      { redis: this.#redis, reason: redactText(message) },
      "Redis refuses a command: check its memory and the permissions of its user",
    );
  }
}
