import type { NetworkChange } from "../networks/network-change.ts";
import { fieldsOf } from "./network-fields.ts";
import type { RedisLink } from "./redis-link.ts";

/** The hash: fields `enabled ID` and `rpcUrl ID`. */
const key = "svm-gateway:networks:1";
/** A message on this channel says that the hash has changed. */
export const changesChannel = "svm-gateway:networks:1:changed";
/** A hash with more fields was not written by gateways: it is not read. */
export const maxFields = 10_000;

/** The hash in Redis that has the run-time changes of all gateways. Nothing here rejects. */
export class NetworkHash {
  readonly #link: RedisLink;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** Writes changes, and announces them in the same step. Returns "unanswered" when Redis is away, or its refusal. */
  async write(
    changes: Iterable<readonly [string, NetworkChange]>,
  ): Promise<"written" | "unanswered" | Error> {
    const fields = [...changes].flatMap(([id, change]) => fieldsOf(id, change));
    const replies = await this.#link.ask((redis) =>
      redis
        .multi()
        .hset(key, ...fields)
        .publish(changesChannel, "")
        .exec(),
    );
    if (replies === undefined || replies === null) return "unanswered";
    const [refusal] = replies.find(([error]) => error !== null) ?? [];
    return refusal ?? "written";
  }

  /** All fields; undefined when Redis is away, "too-many" when there are more than `maxFields`. */
  async read(): Promise<Readonly<Record<string, string>> | "too-many" | undefined> {
    const count = await this.#link.ask((redis) => redis.hlen(key));
    if (count === undefined) return undefined;
    return count > maxFields ? "too-many" : this.#link.ask((redis) => redis.hgetall(key));
  }

  /** Deletes fields; returns how many were still there. */
  async delete(fields: readonly string[]): Promise<number> {
    return (await this.#link.ask((redis) => redis.hdel(key, ...fields))) ?? 0;
  }
}
