import { once } from "node:events";
import type { Redis } from "ioredis";
import { withinTime } from "../call/within-time.ts";
import type { Report } from "../log/logger.ts";
import { LinkLog } from "./link-log.ts";
import { boundReplies } from "./reply-bounds.ts";
import { createSeal, type Seal } from "./seal.ts";

/** After this many consecutive failures, `ask` sends nothing for `pauseMs`. */
const failuresToPause = 3;
const pauseMs = 2000;
const patienceMs = 1000;
/** The longest cache entry, of 4 MiB, and 12 MiB for the shared changes of networks. */
const defaultMaxReplyBytes = 16 * 1024 * 1024;
/** Messages between gateways are empty. */
const maxMessageBytes = 1024 * 1024;
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

interface RedisLinkOptions extends Report {
  readonly url: string;
  /** Longest delay of a call by its commands for the limit and the cache. A call in a session sends two more, for its floor. */
  readonly timeoutMs: number;
  /** A longer reply closes the connection, since the client library buffers whole replies. */
  readonly maxReplyBytes?: number;
  /** Secret that authenticates shared values. */
  readonly hmacKey?: string | undefined;
}

/** Loads the client library and connects; waits at most a second for the connection. */
export async function createRedisLink(options: RedisLinkOptions): Promise<RedisLink> {
  const { url, timeoutMs, maxReplyBytes = defaultMaxReplyBytes, hmacKey, countFailure } = options;
  const { Redis: Client } = await import("ioredis");
  const log = new LinkLog(url, options);
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

  // Only a reply counts as up: a Redis that closes each connection at the first command becomes ready repeatedly.
  redis.on("ready", () => {
    failures = 0;
    unansweredUntil = 0;
  });
  redis.on("error", (error: Error) => log.down(error));

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
      log.up();
      const refusal = refusalIn(reply);
      if (refusal !== undefined) log.refused(refusal);
      return reply;
    } catch (caught) {
      if (isRefusal(caught)) {
        log.refused(caught);
        return undefined;
      }
      failures += 1;
      if (failures >= failuresToPause) {
        pausedUntil = performance.now() + pauseMs;
        log.down(caught);
      }
      return undefined;
    }
  }

  async function askPatiently<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined> {
    if (redis.status !== "ready" || performance.now() < unansweredUntil) return undefined;
    try {
      return await send(command, patienceMs);
    } catch (caught) {
      if (isRefusal(caught)) log.refused(caught);
      else unansweredUntil = performance.now() + pauseMs;
      return undefined;
    }
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
      subscriber.on("error", (error: Error) => log.down(error));
      const onBoundedMessage = boundReplies(subscriber, { maxBytes: maxMessageBytes, isSubscriber: true });
      subscriber.on("message", (from: string, message: string) => {
        onBoundedMessage();
        if (from === channel) onMessage(message);
      });
      subscriber.on("ready", () => {
        subscriber?.subscribe(channel).then(onReady, (caught: unknown) => log.down(caught));
      });
    },
    createSeal: (form) => createSeal(form, hmacKey),
    countForged: (count) => countFailure("redis_values", count),
    async close() {
      redis.disconnect();
      subscriber?.disconnect();
    },
  };
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
