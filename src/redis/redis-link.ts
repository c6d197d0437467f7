import { once } from "node:events";
import type { Redis } from "ioredis";
import type { CountFailure, Log } from "../log/logger.ts";
import { redactText, redactUrl } from "../log/redact.ts";
import { AnswerBounds } from "./answer-bounds.ts";

/** After this many failures in a row `ask` sends nothing for `pauseMs`. */
const failuresToPause = 3;
const pauseMs = 2000;
const patienceMs = 1000;
/** Enough for the longest cache entry, and for what gateways share about networks. */
const defaultMaxAnswerBytes = 16 * 1024 * 1024;
/** More than the keys, or the days of usage, that gateways share. */
const maxAnswerValues = 1_000_000;
/** Messages between gateways are empty. */
const maxMessageBytes = 1024 * 1024;
/** Shortest time between two reports of refusals: their texts are up to Redis. */
const refusalReportMs = 60_000;
/** A connection that is silent while commands wait is closed: after this many timeouts of a call, and at least this long. */
const silentTimeouts = 20;
const minSilentMs = 1000;
/** Longest pause between attempts to connect. */
const maxReconnectMs = 2000;

/** A connection to Redis or Valkey that holds up no call for long. */
export interface RedisLink {
  /** Runs a command; resolves within half of `timeoutMs`, with undefined when Redis is down, slow or refuses. Never rejects. */
  ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined>;
  /**
   * Like `ask`, for counts that must be exact: waits for up to a second, and sends the command even while `isUp` is false after failures.
   */
  askPatiently<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined>;
  /** Whether `ask` would send a command now. */
  readonly isUp: boolean;
  /** Calls `onMessage` for each message of a channel, and `onReady` each time that messages begin to arrive after a connect. */
  follow(channel: string, onMessage: (message: string) => void, onReady: () => void): void;
  close(): Promise<void>;
}

/** Runs a command by `ask`. Throws if Redis does not answer. */
export async function askOrThrow<Answer>(
  link: Pick<RedisLink, "ask">,
  command: (redis: Redis) => Promise<Answer>,
): Promise<Answer> {
  const answer = await link.ask(command);
  if (answer === undefined) throw new Error("Redis does not answer");
  return answer;
}

interface RedisLinkOptions {
  readonly url: string;
  /**
   * Longest total delay of a call, which asks at most twice: for its limit and for its answer. A call in a session asks twice more, for
   * its floor.
   */
  readonly timeoutMs: number;
  /** The connection is closed when one answer is longer: the client library buffers the whole answer. */
  readonly maxAnswerBytes?: number;
  readonly log: Log;
  readonly countFailure?: CountFailure | undefined;
}

/** Loads the client library and starts to connect; waits for the connection for a second at most, as it may never come. */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs, maxAnswerBytes = defaultMaxAnswerBytes, log, countFailure } = options;
  const { Redis: Client } = await import("ioredis");
  const address = redactUrl(url);
  const connect = () =>
    new Client(url, {
      connectTimeout: 2000,
      // What can't be sent now is not sent later: its caller has moved on by then.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // Commands whose caller has moved on wait for their answer, but not forever.
      socketTimeout: Math.max(minSilentMs, silentTimeouts * timeoutMs),
      retryStrategy: (times) => Math.min(times * 100, maxReconnectMs),
    });
  const redis = connect();
  const onAnswer = boundAnswers(redis, { maxBytes: maxAnswerBytes, hasMessages: false });
  let subscriber: Redis | undefined;
  let failures = 0;
  let pausedUntil = 0;
  let unansweredUntil = 0;
  let isKnownDown = false;
  let lastRefusal = "";
  let noRefusalsUntil = 0;

  function setDown(isDown: boolean, reason: string): void {
    if (isDown === isKnownDown) return;
    isKnownDown = isDown;
    if (isDown) {
      countFailure?.("redis");
      log.warn(
        { redis: address, reason },
        "Redis is not used for now: until it answers, this gateway shares nothing with others",
      );
    } else log.info({ redis: address }, "Redis is used again");
  }

  // Counts as up only with its next answer: a Redis that ends each connection at the first command becomes ready again and again.
  redis.on("ready", () => {
    failures = 0;
    unansweredUntil = 0;
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
      const refusal = refusalIn(answer);
      if (refusal !== undefined) reportRefusal(refusal);
      return answer;
    } catch (caught) {
      if (isRefusal(caught)) {
        reportRefusal(caught);
        return undefined;
      }
      failures += 1;
      if (failures >= failuresToPause) {
        pausedUntil = performance.now() + pauseMs;
        setDown(true, caught instanceof Error ? redactText(caught.message) : "unknown");
      }
      return undefined;
    }
  }

  async function askPatiently<Answer>(
    command: (redis: Redis) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (redis.status !== "ready" || performance.now() < unansweredUntil) return undefined;
    try {
      const answered = command(redis);
      answered.then(onAnswer, onAnswer);
      return await inTime(answered, patienceMs);
    } catch (caught) {
      if (isRefusal(caught)) reportRefusal(caught);
      else unansweredUntil = performance.now() + pauseMs;
      return undefined;
    }
  }

  /** Logs that Redis refuses a command, for instance on a key of another type: at most once a minute, and not the same reason twice in a row. */
  function reportRefusal({ message }: Error): void {
    const now = performance.now();
    if (message === lastRefusal || now < noRefusalsUntil) return;
    lastRefusal = message;
    noRefusalsUntil = now + refusalReportMs;
    countFailure?.("redis");
    log.warn(
      { redis: address, reason: redactText(message) },
      "Redis refuses a command: check its memory, and what its user may do",
    );
  }

  function isUp(): boolean {
    return redis.status === "ready" && (failures < failuresToPause || performance.now() >= pausedUntil);
  }

  // Else all that starts now would find that Redis does not answer, and warn of it.
  await once(redis, "ready", { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
  return {
    ask,
    askPatiently,
    get isUp() {
      return isUp();
    },
    follow(channel, onMessage, onReady) {
      subscriber = connect();
      subscriber.on("error", (error: Error) => setDown(true, redactText(error.message)));
      const onAnyMessage = boundAnswers(subscriber, { maxBytes: maxMessageBytes, hasMessages: true });
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

/** Ends a connection whose answers exceed the bounds, before the library reads them. Returns the function to call after each answer. */
function boundAnswers(
  redis: Redis,
  limits: { readonly maxBytes: number; readonly hasMessages: boolean },
): () => void {
  let bounds: AnswerBounds | undefined;
  redis.on("connect", () => {
    const { stream } = redis;
    const connection = new AnswerBounds({
      ...limits,
      maxValues: maxAnswerValues,
      asked: () => redis.commandQueue.length,
    });
    bounds = connection;
    const push = stream.push.bind(stream);
    stream.push = (chunk: Buffer | null) => {
      const fault = chunk === null ? undefined : connection.countChunk(chunk);
      if (fault === undefined) return push(chunk);
      stream.destroy(new Error(fault));
      return false;
    };
  });
  return () => bounds?.reset();
}

/** The first refusal among the answers of a pipeline, each a fault or null and an answer. */
function refusalIn(answer: unknown): Error | undefined {
  if (!Array.isArray(answer)) return undefined;
  for (const one of answer) if (Array.isArray(one) && isRefusal(one[0])) return one[0];
  return undefined;
}

function isRefusal(caught: unknown): caught is Error {
  return caught instanceof Error && caught.name === "ReplyError";
}

/** Rejects if an answer takes longer. One that arrived while this process was busy is in time: it is read before the failure. */
async function inTime<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no answer in ${timeoutMs} ms`));
    timer = setTimeout(() => setImmediate(fail), timeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
