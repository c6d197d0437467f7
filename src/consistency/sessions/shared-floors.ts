import type { UpstreamCall } from "../../call/upstream-call.ts";
import { type Commitment, commitments } from "../../contract/method-description.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { parseWholeNumber } from "../../json/whole-number.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createSeal, type Seal } from "../../redis/seal.ts";
import type { RememberedClient } from "../../upstream/node/remembered-clients.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { dropFloors, raiseFloors, readFloors } from "./floor-scripts.ts";

/** Version of the key and value format. */
const formatVersion = "floor:1";
/** TTL of a session's floors after they last rose; longer than any upstream in use lags. */
const ttlMs = 10 * 60 * 1000;
const maxDigits = 15;
/** A limit that drops any floor. */
const belowAllSlots = -1;

interface Field {
  readonly name: string;
  readonly kind: "shown" | "heights";
  readonly commitment: Commitment;
}

const fields: readonly Field[] = (["shown", "heights"] as const).flatMap((kind) =>
  commitments.map((commitment) => ({
    name: `${kind} ${commitment}`,
    kind,
    commitment,
  })),
);
const fieldNames = fields.map(({ name }) => name);

interface SharedFloorsOptions {
  readonly link: RedisLink;
  readonly hmacKey?: string | undefined;
  readonly countForged?: ((count: number) => void) | undefined;
}

/** The shared floors of one session and network, during one call. */
export interface SessionFloors {
  readonly name: string;
  readonly set: UpstreamSet;
  readonly client: RememberedClient;
  /** The slots in Redis as last read or written, by field. */
  readonly inRedis: Map<Field, number>;
  /** True if Redis replied to the read. */
  hasReply: boolean;
}

/** Shares the slots that sessions were shown between gateways, through Redis or Valkey. */
export class SharedFloors {
  readonly #options: SharedFloorsOptions;
  readonly #seal: Seal;
  readonly #maxValueBytes: number;
  readonly #inRedis = new WeakMap<RememberedClient, SessionFloors["inRedis"]>();

  constructor(options: SharedFloorsOptions) {
    this.#options = options;
    this.#seal = createSeal(formatVersion, options.hmacKey);
    this.#maxValueBytes = this.#seal.overhead + maxDigits;
  }

  /** Shared floors of a call's session. Undefined for sessions without a name, upstreams set at run time, or an unknown ledger. */
  floorsOf(
    { network, session }: UpstreamCall,
    set: UpstreamSet,
    client: RememberedClient | undefined,
  ): SessionFloors | undefined {
    const { upstreamsFingerprint, id } = network;
    const { genesisHash } = set;
    if (client === undefined || session?.key === undefined || !this.#options.link.isUp) return undefined;
    if (genesisHash === undefined || upstreamsFingerprint === undefined) return undefined;
    const inRedis = getOrAdd(this.#inRedis, client, () => new Map<Field, number>());
    const name = this.#seal.nameOf(`${genesisHash}\n${upstreamsFingerprint}\n${id}\n${session.key}`);
    return { name, set, client, inRedis, hasReply: false };
  }

  /** Reads the slots that other gateways have shown the session. */
  async read(floors: SessionFloors): Promise<void> {
    const reply = await this.#options.link.ask((redis) =>
      redis.callBuffer("EVAL", readFloors, 1, floors.name, this.#maxValueBytes, ...fieldNames),
    );
    floors.hasReply = reply !== undefined;
    if (reply === 1) this.#options.countForged?.(1);
    if (!Array.isArray(reply)) return;
    const forged = fields.filter((field, index) => !this.#adopt(floors, field, reply[index]));
    if (forged.length === 0) return;
    this.#options.countForged?.(forged.length);
    this.#delete(
      floors,
      forged.map((field) => [field, belowAllSlots]),
    );
  }

  /** Writes floors that the call raised. Waits for it, so that the client's next gateway sees them, unless Redis missed the read. */
  async write(floors: SessionFloors): Promise<void> {
    const raised = fields.flatMap((field): [Field, number][] => {
      const slot = ownSlot(floors, field);
      return slot > slotInRedis(floors, field) ? [[field, slot]] : [];
    });
    if (raised.length === 0) return;
    const written = this.#send(floors, raised);
    if (floors.hasReply) await written;
  }

  /** Deletes dropped floors, so that no gateway waits for them again. */
  drop(floors: SessionFloors): void {
    const dropped = fields.flatMap((field): [Field, number][] => {
      const slot = ownSlot(floors, field);
      return slot < slotInRedis(floors, field) ? [[field, slot]] : [];
    });
    if (dropped.length > 0) this.#delete(floors, dropped);
  }

  async #send(floors: SessionFloors, raised: readonly (readonly [Field, number])[]): Promise<void> {
    const values = raised.flatMap(([field, slot]) => [
      field.name,
      this.#seal.close(sealName(floors, field), Buffer.from(String(slot))),
    ]);
    const done = await this.#options.link.ask((redis) =>
      redis.eval(raiseFloors, 1, floors.name, ttlMs, this.#seal.overhead, this.#maxValueBytes, ...values),
    );
    if (done === undefined) return;
    for (const [field, slot] of raised) floors.inRedis.set(field, Math.max(slot, slotInRedis(floors, field)));
  }

  #delete(floors: SessionFloors, limits: readonly (readonly [Field, number])[]): void {
    for (const [field, slot] of limits) floors.inRedis.set(field, Math.max(slot, 0));
    const args = limits.flatMap(([{ name }, slot]) => [name, slot]);
    // Not awaited: ask() never rejects, and a floor that remains is deleted by a later call.
    void this.#options.link.ask((redis) =>
      redis.eval(dropFloors, 1, floors.name, this.#seal.overhead, this.#maxValueBytes, ...args),
    );
  }

  /** Adopts a stored value. Returns false if it is forged, or names a slot that the ledger can't have. */
  #adopt(floors: SessionFloors, field: Field, stored: unknown): boolean {
    if (stored === null) return true;
    if (!Buffer.isBuffer(stored)) return false;
    const text = this.#seal.open(sealName(floors, field), stored)?.toString("latin1");
    const slot = text === undefined ? undefined : parseWholeNumber(text);
    if (slot === undefined || !isReachable(floors, field, slot)) return false;
    floors.client[field.kind].raise(field.commitment, slot);
    floors.inRedis.set(field, Math.max(slot, slotInRedis(floors, field)));
    return true;
  }
}

/** True if the ledger can have a slot. Other gateways may have seen slightly newer ones. */
function isReachable({ set }: SessionFloors, { kind, commitment }: Field, slot: number): boolean {
  const now = performance.now();
  const lowest = slot - impossibleJump;
  return kind === "heights" ? set.isHeightBelieved(lowest, now) : set.isBelieved(commitment, lowest, now);
}

/** Name that a value is sealed with, which makes it invalid in any other field. */
function sealName(floors: SessionFloors, field: Field): string {
  return `${floors.name} ${field.name}`;
}

function ownSlot({ client }: SessionFloors, { kind, commitment }: Field): number {
  return client[kind][commitment];
}

function slotInRedis({ inRedis }: SessionFloors, field: Field): number {
  return inRedis.get(field) ?? 0;
}
