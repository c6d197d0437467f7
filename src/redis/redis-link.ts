import type { Redis } from "ioredis";
import { redactText, redactUrl } from "../log/redact.ts";

/** Failures in a row after which Redis is left alone for a while. */
const failuresToRest = 3;
/** How long it is left alone before the next question tries it. */
const restMs = 2000;
/** Longest pause between attempts to connect. */
const longestReconnectMs = 2000;

/** The part of a logger that is used here. */
export interface RedisLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** One connection to Redis or Valkey that nobody has to wait for. */
export interface RedisLink {
  /** Asks; undefined when Redis is down, slow or refuses, after half of `timeoutMs` at the latest. */
  ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined>;
  /** Whether a question would be asked now. */
  readonly isUp: boolean;
  /** Calls back for each message of a channel, and `onReady` whenever the connection stands (again). */
  follow(channel: string, onMessage: (message: string) => void, onReady: () => void): void;
  close(): Promise<void>;
}

/** What a link is made of. */
export interface RedisLinkOptions {
  readonly url: string;
  /** Longest that one call may be held up; it asks twice at most, for its limit and for its answer. */
  readonly timeoutMs: number;
  readonly log: RedisLog;
}

/** Loads the client and starts to connect; does not wait for the connection, which may never stand. */
export async function createRedisLink({ url, timeoutMs, log }: RedisLinkOptions): Promise<RedisLink> {
  const { Redis: Client } = await import("ioredis");
  const shown = redactUrl(url);
  const connect = () =>
    new Client(url, {
      connectTimeout: 2000,
      // What can't be asked now is not asked later: nobody waits for the answer any more.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (times) => Math.min(times * 100, longestReconnectMs),
    });
  const redis = connect();
  let subscriber: Redis | undefined;
  let failures = 0;
  let restsUntil = 0;
  let isKnownDown = false;

  function note(isDown: boolean, reason: string): void {
    if (isDown === isKnownDown) return;
    isKnownDown = isDown;
    if (isDown)
      log.warn({ redis: shown, reason }, "Redis is not used for now: what it shares is kept locally");
    else log.info({ redis: shown }, "Redis is used");
  }

  redis.on("ready", () => {
    failures = 0;
    note(false, "");
  });
  redis.on("error", (error: Error) => note(true, redactText(error.message)));

  async function ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined> {
    if (!isUp()) return undefined;
    try {
      const answer = await inTime(question(redis), timeoutMs / 2);
      failures = 0;
      note(false, "");
      return answer;
    } catch (caught) {
      failures += 1;
      if (failures >= failuresToRest) {
        restsUntil = performance.now() + restMs;
        note(true, caught instanceof Error ? redactText(caught.message) : "unknown");
      }
      return undefined;
    }
  }

  function isUp(): boolean {
    return redis.status === "ready" && (failures < failuresToRest || performance.now() >= restsUntil);
  }

  return {
    ask,
    get isUp() {
      return isUp();
    },
    follow(channel, onMessage, onReady) {
      subscriber = connect();
      subscriber.on("error", (error: Error) => note(true, redactText(error.message)));
      subscriber.on("message", (from: string, message: string) => {
        if (from === channel) onMessage(message);
      });
      subscriber.on("ready", () => {
        subscriber?.subscribe(channel).then(onReady, (caught: unknown) => note(true, String(caught)));
      });
    },
    async close() {
      redis.disconnect();
      subscriber?.disconnect();
    },
  };
}

/** The answer, or a failure when it takes longer. */
async function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, patience]);
  } finally {
    clearTimeout(timer);
  }
}
