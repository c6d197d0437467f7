import type { Redis } from "ioredis";
import type { CountFailure } from "../log/count-failure.ts";
import { redactText, redactUrl } from "../log/redact.ts";

/** Failures in a row after which Redis is left alone for a while. */
const failuresToRest = 3;
/** How long it is left alone before the next command tries it. */
const restMs = 2000;
/** An answer as long as the longest entry that is kept by default, with room for what the gateways share about networks. */
const usualMaxAnswerBytes = 16 * 1024 * 1024;
/** Messages between gateways are empty. */
const maxMessageBytes = 1024 * 1024;
/** A connection on which nothing comes while commands wait is cut: after this long at least, and this many of a call's own waits. */
const leastSilentMs = 1000;
const silentWaits = 20;
/** Longest pause between attempts to connect. */
const longestReconnectMs = 2000;

/** The part of a logger that is used here. */
export interface RedisLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A connection to Redis or Valkey that no call has to wait for. */
export interface RedisLink {
  /** Runs a command; undefined when Redis is down, slow or refuses, after half of `timeoutMs` at the latest. Never rejects. */
  ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined>;
  /** Whether a command would be sent now. */
  readonly isUp: boolean;
  /** Calls back for each message of a channel, and `onReady` whenever the connection is ready (again). */
  follow(channel: string, onMessage: (message: string) => void, onReady: () => void): void;
  close(): Promise<void>;
}

/** What a link is made of. */
export interface RedisLinkOptions {
  readonly url: string;
  /** Longest that one call may be held up; it asks twice at most, for its limit and for its answer. One in a session asks as often again, for its floor. */
  readonly timeoutMs: number;
  /** The connection is cut where one answer is longer: the client gathers it whole before anyone sees it. */
  readonly maxAnswerBytes?: number;
  readonly log: RedisLog;
  readonly countFailure?: CountFailure | undefined;
}

/** Loads the client and starts to connect; does not wait for the connection, which may never come. */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs, maxAnswerBytes = usualMaxAnswerBytes, log, countFailure } = options;
  const { Redis: Client } = await import("ioredis");
  const address = redactUrl(url);
  const connect = () =>
    new Client(url, {
      connectTimeout: 2000,
      // What can't be sent now is not sent later: no one waits for the answer any more.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // Commands whose caller has long gone on are kept until they are answered: not for ever.
      socketTimeout: Math.max(leastSilentMs, silentWaits * timeoutMs),
      retryStrategy: (times) => Math.min(times * 100, longestReconnectMs),
    });
  const redis = connect();
  const onAnswer = boundAnswers(redis, maxAnswerBytes);
  let subscriber: Redis | undefined;
  let failures = 0;
  let restsUntil = 0;
  let isKnownDown = false;
  let lastRefusal = "";

  function setDown(isDown: boolean, reason: string): void {
    if (isDown === isKnownDown) return;
    isKnownDown = isDown;
    if (isDown) {
      countFailure?.("redis");
      log.warn({ redis: address, reason }, "Redis is not used for now: what it shares is kept locally");
    } else log.info({ redis: address }, "Redis is used");
  }

  redis.on("ready", () => {
    failures = 0;
    setDown(false, "");
  });
  redis.on("error", (error: Error) => setDown(true, redactText(error.message)));

  async function ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined> {
    if (!isUp()) return undefined;
    try {
      const answered = command(redis);
      answered.then(onAnswer, onAnswer);
      const answer = await inTime(answered, timeoutMs / 2);
      failures = 0;
      setDown(false, "");
      return answer;
    } catch (caught) {
      if (isRefusal(caught)) {
        reportRefusal(caught);
        return undefined;
      }
      failures += 1;
      if (failures >= failuresToRest) {
        restsUntil = performance.now() + restMs;
        setDown(true, caught instanceof Error ? redactText(caught.message) : "unknown");
      }
      return undefined;
    }
  }

  /** Redis is up and will not do it, a key of another type, say: said once for each reason in a row. */
  function reportRefusal({ message }: Error): void {
    if (message === lastRefusal) return;
    lastRefusal = message;
    countFailure?.("redis");
    log.warn({ redis: address, reason: redactText(message) }, "Redis refuses a command");
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
      subscriber.on("error", (error: Error) => setDown(true, redactText(error.message)));
      const onAnyMessage = boundAnswers(subscriber, maxMessageBytes);
      subscriber.on("message", (from: string, message: string) => {
        onAnyMessage();
        if (from === channel) onMessage(message);
      });
      subscriber.on("ready", () => {
        subscriber?.subscribe(channel).then(onReady, (caught: unknown) => setDown(true, String(caught)));
      });
    },
    async close() {
      redis.disconnect();
      subscriber?.disconnect();
    },
  };
}

/** Cuts a connection that brings more than `maxBytes` without an answer in them; gives what is to be called at each answer. */
function boundAnswers(redis: Redis, maxBytes: number): () => void {
  let bytes = 0;
  redis.on("connect", () => {
    const { stream } = redis;
    bytes = 0;
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) stream.destroy(new Error(`one answer has more than ${maxBytes} bytes`));
    });
  });
  return () => {
    bytes = 0;
  };
}

function isRefusal(caught: unknown): caught is Error {
  return caught instanceof Error && caught.name === "ReplyError";
}

/** The answer, or a failure when it takes longer. */
async function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
