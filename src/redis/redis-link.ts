import { once } from "node:events";
import type { Redis } from "ioredis";
import { withinTime } from "../call/within-time.ts";
import type { CountFailure, Log } from "../log/logger.ts";
import { redactText, redactUrl } from "../log/redact.ts";
import { ReplyBounds } from "./reply-bounds.ts";
import { createSeal, type Seal } from "./seal.ts";

/** After this many consecutive failures, `ask` sends nothing for `pauseMs`. */
const failuresToPause = 3;
const pauseMs = 2000;
const patienceMs = 1000;
/** The longest cache entry, of 4 MiB, and 12 MiB for the shared changes of networks. */
const defaultMaxReplyBytes = 16 * 1024 * 1024;
/** More than the keys, or the days of usage, that gateways share. */
const maxReplyValues = 1_000_000;
/** Messages between gateways are empty. */
const maxMessageBytes = 1024 * 1024;
/** Minimum time between reports of refusals, whose texts may all differ. */
const refusalReportMs = 60_000;
/** A connection without replies to pending commands is closed after this many timeouts, but not before `minSilentMs`. */
const silentTimeouts = 20;
const minSilentMs = 1000;
/** Longest delay between reconnects. */
const maxReconnectMs = 2000;

/** A connection to Redis or Valkey that never delays a call for long. */
export interface RedisLink {
  /** Runs a command. Resolves within half of `timeoutMs`, with undefined if Redis is down, slow or refuses. Never rejects. */
  ask<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined>;
  /** Like `ask`, for exact counts: waits up to a second, and sends the command even while `ask` is paused after failures. */
  askPatiently<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined>;
  /** True if `ask` would send a command now. */
  readonly isUp: boolean;
  /** Calls `onMessage` for each message of a channel, and `onReady` after each (re)subscription. */
  follow(channel: string, onMessage: (message: string) => void, onReady: () => void): void;
  /** Creates the seal for one kind of value, with the secret that the gateways on this Redis share. */
  createSeal(form: string): Seal;
  /** Counts forged values that were deleted or ignored. */
  countForged(count: number): void;
  close(): Promise<void>;
}

/** Like `ask`, but throws if there is no reply. */
export async function askOrThrow<Reply>(
  link: Pick<RedisLink, "ask">,
  command: (redis: Redis) => Promise<Reply>,
): Promise<Reply> {
  const reply = await link.ask(command);
  if (reply === undefined) throw new Error("Redis does not answer");
  return reply;
}

interface RedisLinkOptions {
  readonly url: string;
  /** Longest delay of a call by its commands for the limit and the cache. A call in a session sends two more, for its floor. */
  readonly timeoutMs: number;
  /** A longer reply closes the connection, since the client library buffers whole replies. */
  readonly maxReplyBytes?: number;
  /** Secret that authenticates shared values. */
  readonly hmacKey?: string | undefined;
  readonly log: Log;
  readonly countFailure?: CountFailure | undefined;
}

/** Loads the client library and connects; waits at most a second for the connection. */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs, maxReplyBytes = defaultMaxReplyBytes, log, countFailure } = options;
  const { Redis: Client } = await import("ioredis");
  const address = redactUrl(url);
  const connect = () =>
    new Client(url, {
      connectTimeout: 2000,
      // Nothing is sent late: its caller has moved on.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      // Bounds the wait for replies whose caller has moved on.
      socketTimeout: Math.max(minSilentMs, silentTimeouts * timeoutMs),
      retryStrategy: (times) => Math.min(times * 100, maxReconnectMs),
    });
  const redis = connect();
  const onReply = boundReplies(redis, { maxBytes: maxReplyBytes, isSubscriber: false });
  let subscriber: Redis | undefined;
  let failures = 0;
  let pausedUntil = 0;
  let unansweredUntil = 0;
  let isReportedDown = false;
  let lastRefusal = "";
  let noRefusalsUntil = 0;

  function setDown(isDown: boolean, reason: string): void {
    if (isDown === isReportedDown) return;
    isReportedDown = isDown;
    if (isDown) {
      countFailure?.("redis");
      log.warn(
        { redis: address, reason },
        "Redis is not used for now: this gateway shares nothing with others until Redis replies",
      );
    } else log.info({ redis: address }, "Redis is used again");
  }

  // Only a reply counts as up: a Redis that closes each connection at the first command becomes ready repeatedly.
  redis.on("ready", () => {
    failures = 0;
    unansweredUntil = 0;
  });
  redis.on("error", (error: Error) => setDown(true, redactText(error.message)));

  /** Rejects if there is no reply within `ms`. */
  async function send<Reply>(command: (redis: Redis) => Promise<Reply>, ms: number): Promise<Reply> {
    const pending = command(redis);
    pending.then(onReply, onReply);
    const reply = await withinTime(pending, ms);
    if (reply === undefined) throw new Error(`no reply in ${ms} ms`);
    return reply;
  }

  async function ask<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined> {
    if (!isUp()) return undefined;
    try {
      const reply = await send(command, timeoutMs / 2);
      failures = 0;
      setDown(false, "");
      const refusal = refusalIn(reply);
      if (refusal !== undefined) reportRefusal(refusal);
      return reply;
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

  async function askPatiently<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined> {
    if (redis.status !== "ready" || performance.now() < unansweredUntil) return undefined;
    try {
      return await send(command, patienceMs);
    } catch (caught) {
      if (isRefusal(caught)) reportRefusal(caught);
      else unansweredUntil = performance.now() + pauseMs;
      return undefined;
    }
  }

  /** Logs a refused command, at most once a minute and not twice in a row for the same reason. */
  function reportRefusal({ message }: Error): void {
    const now = performance.now();
    if (message === lastRefusal || now < noRefusalsUntil) return;
    lastRefusal = message;
    noRefusalsUntil = now + refusalReportMs;
    countFailure?.("redis");
    log.warn(
      { redis: address, reason: redactText(message) },
      "Redis refuses a command: check its memory and the permissions of its user",
    );
  }

  function isUp(): boolean {
    return redis.status === "ready" && (failures < failuresToPause || performance.now() >= pausedUntil);
  }

  // Otherwise everything that starts now would warn that Redis does not reply.
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
      const onBoundedMessage = boundReplies(subscriber, { maxBytes: maxMessageBytes, isSubscriber: true });
      subscriber.on("message", (from: string, message: string) => {
        onBoundedMessage();
        if (from === channel) onMessage(message);
      });
      subscriber.on("ready", () => {
        subscriber?.subscribe(channel).then(onReady, (caught: unknown) => setDown(true, String(caught)));
      });
    },
    createSeal: (form) => createSeal(form, options.hmacKey),
    countForged: (count) => countFailure?.("redis_values", count),
    async close() {
      redis.disconnect();
      subscriber?.disconnect();
    },
  };
}

/** Closes a connection whose replies exceed the bounds. Returns the function to call after each reply. */
function boundReplies(
  redis: Redis,
  limits: { readonly maxBytes: number; readonly isSubscriber: boolean },
): () => void {
  let bounds: ReplyBounds | undefined;
  redis.on("connect", () => {
    const { stream } = redis;
    const connection = new ReplyBounds({
      ...limits,
      maxValues: maxReplyValues,
      pendingCommands: () => redis.commandQueue.length,
    });
    bounds = connection;
    const push = stream.push.bind(stream);
    stream.push = (chunk: Buffer | null) => {
      const reason = chunk === null ? undefined : connection.countChunk(chunk);
      if (reason === undefined) return push(chunk);
      stream.destroy(new Error(reason));
      return false;
    };
  });
  return () => bounds?.reset();
}

/** Finds the first refusal among the replies of a pipeline, each an error or null, and a value. */
function refusalIn(reply: unknown): Error | undefined {
  if (!Array.isArray(reply)) return undefined;
  for (const entry of reply) if (Array.isArray(entry) && isRefusal(entry[0])) return entry[0];
  return undefined;
}

function isRefusal(caught: unknown): caught is Error {
  return caught instanceof Error && caught.name === "ReplyError";
}
