import type { Report } from "../log/logger.ts";
import { redactText, redactUrl } from "../log/redact.ts";

/** Minimum time between reports of refusals, whose texts may all differ. */
const refusalReportMs = 60_000;

/** Logs and counts when Redis stops replying and when it refuses commands, but not each time. */
export class LinkLog {
  readonly #redis: string;
  readonly #report: Report;
  #isDown = false;
  #lastRefusal = "";
  #noRefusalsUntil = 0;

  constructor(url: string, report: Report) {
    this.#redis = redactUrl(url);
    this.#report = report;
  }

  down(error: unknown): void {
    if (this.#isDown) return;
    this.#isDown = true;
    this.#report.countFailure("redis");
    const reason = error instanceof Error ? redactText(error.message) : "unknown";
    this.#report.log.warn(
      { redis: this.#redis, reason },
      "Redis is not used for now: this gateway shares nothing with others until Redis replies",
    );
  }

  up(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#report.log.info({ redis: this.#redis }, "Redis is used again");
  }

  /** Logs a refused command, at most once a minute and not twice in a row for the same reason. */
  refused({ message }: Error): void {
    const now = performance.now();
    if (message === this.#lastRefusal || now < this.#noRefusalsUntil) return;
    this.#lastRefusal = message;
    this.#noRefusalsUntil = now + refusalReportMs;
    this.#report.countFailure("redis");
    this.#report.log.warn(
      { redis: this.#redis, reason: redactText(message) },
      "Redis refuses a command: check its memory and the permissions of its user",
    );
  }
}
