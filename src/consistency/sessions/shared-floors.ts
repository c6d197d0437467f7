import type { UpstreamCall } from "../../call/upstream-call.ts";
import { type Commitment, commitments } from "../../contract/method-description.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { parseWholeNumber } from "../../json/whole-number.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import type { Seal } from "../../redis/seal.ts";
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

type FieldSlot = readonly [Field, slot: number];

const fields: readonly Field[] = (["shown", "heights"] as const).flatMap((kind) =>
  commitments.map((commitment) => ({
    name: `${kind} ${commitment}`,
    kind,
    commitment,
  })),
);
const fieldNames = fields.map(({ name }) => name);

/** Shares the slots that sessions were shown between gateways, through Redis or Valkey. */
export class SharedFloors {
  readonly link: RedisLink;
  readonly seal: Seal;
  readonly maxValueBytes: number;
  readonly #inRedis = new WeakMap<RememberedClient, Map<Field, number>>();

  constructor(link: RedisLink) {
    this.link = link;
    this.seal = link.createSeal(formatVersion);
    this.maxValueBytes = this.seal.overhead + maxDigits;
  }

  /** Shared floors of a call's session. Undefined for sessions without a name, upstreams set at run time, or an unknown ledger. */
  floorsOf(
    { network, session }: UpstreamCall,
    set: UpstreamSet,
    client: RememberedClient | undefined,
  ): SessionFloors | undefined {
    const { upstreamsFingerprint, id } = network;
    const { genesisHash } = set;
    if (client === undefined || session?.key === undefined || !this.link.isUp) return undefined;
    if (genesisHash === undefined || upstreamsFingerprint === undefined) return undefined;
    const inRedis = getOrAdd(this.#inRedis, client, () => new Map<Field, number>());
    const name = this.seal.nameOf(`${genesisHash}\n${upstreamsFingerprint}\n${id}\n${session.key}`);
    return new SessionFloors(this, name, set, client, inRedis);
  }
}

/** The shared floors of one session and network, during one call. */
export class SessionFloors {
  readonly #shared: SharedFloors;
  readonly #name: string;
  readonly #set: UpstreamSet;
  readonly #client: RememberedClient;
  /** The slots in Redis as last read or written, by field. */
  readonly #inRedis: Map<Field, number>;
  /** True if Redis replied to the read. */
  #hasReply = false;

  constructor(
    shared: SharedFloors,
    name: string,
    set: UpstreamSet,
    client: RememberedClient,
    inRedis: Map<Field, number>,
  ) {
    this.#shared = shared;
    this.#name = name;
    this.#set = set;
    this.#client = client;
    this.#inRedis = inRedis;
  }

  /** Reads the slots that other gateways have shown the session. */
  async read(): Promise<void> {
    const { link, maxValueBytes } = this.#shared;
    const reply = await link.ask((redis) =>
      redis.callBuffer("EVAL", readFloors, 1, this.#name, maxValueBytes, ...fieldNames),
    );
    this.#hasReply = reply !== undefined;
    if (reply === 1) link.countForged(1);
    if (!Array.isArray(reply)) return;
    const forged = fields.filter((field, index) => !this.#adopt(field, reply[index]));
    if (forged.length === 0) return;
    link.countForged(forged.length);
    this.#delete(forged.map((field) => [field, belowAllSlots]));
  }

  /** Writes floors that the call raised. Waits for it, so that the client's next gateway sees them, unless Redis missed the read. */
  async write(): Promise<void> {
    const raised = this.#ownSlots.filter(([field, slot]) => slot > this.#slotInRedis(field));
    if (raised.length === 0) return;
    const written = this.#send(raised);
    if (this.#hasReply) await written;
  }

  /** Deletes dropped floors, so that no gateway waits for them again. */
  drop(): void {
    const dropped = this.#ownSlots.filter(([field, slot]) => slot < this.#slotInRedis(field));
    if (dropped.length > 0) this.#delete(dropped);
  }

  async #send(raised: readonly FieldSlot[]): Promise<void> {
    const { link, seal, maxValueBytes } = this.#shared;
    const values = raised.flatMap(([field, slot]) => [
      field.name,
      seal.close(this.#sealName(field), Buffer.from(String(slot))),
    ]);
    const done = await link.ask((redis) =>
      redis.eval(raiseFloors, 1, this.#name, ttlMs, seal.overhead, maxValueBytes, ...values),
    );
    if (done === undefined) return;
    for (const [field, slot] of raised) this.#inRedis.set(field, Math.max(slot, this.#slotInRedis(field)));
  }

  #delete(limits: readonly FieldSlot[]): void {
    const { link, seal, maxValueBytes } = this.#shared;
    for (const [field, slot] of limits) this.#inRedis.set(field, Math.max(slot, 0));
    const args = limits.flatMap(([{ name }, slot]) => [name, slot]);
    // Not awaited: ask() never rejects, and a floor that remains is deleted by a later call.
    void link.ask((redis) => redis.eval(dropFloors, 1, this.#name, seal.overhead, maxValueBytes, ...args));
  }

  /** Adopts a stored value. Returns false if it is forged, or names a slot that the ledger can't have. */
  #adopt(field: Field, stored: unknown): boolean {
    if (stored === null) return true;
    if (!Buffer.isBuffer(stored)) return false;
    const text = this.#shared.seal.open(this.#sealName(field), stored)?.toString("latin1");
    const slot = text === undefined ? undefined : parseWholeNumber(text);
    if (slot === undefined || !this.#isReachable(field, slot)) return false;
    this.#client[field.kind].raise(field.commitment, slot);
    this.#inRedis.set(field, Math.max(slot, this.#slotInRedis(field)));
    return true;
  }

  /** True if the ledger can have a slot. Other gateways may have seen slightly newer ones. */
  #isReachable({ kind, commitment }: Field, slot: number): boolean {
    const now = performance.now();
    const lowest = slot - impossibleJump;
    return kind === "heights"
      ? this.#set.isHeightBelieved(lowest, now)
      : this.#set.isBelieved(commitment, lowest, now);
  }

  /** Name that a value is sealed with, which makes it invalid in any other field. */
  #sealName(field: Field): string {
    return `${this.#name} ${field.name}`;
  }

  /** The slots that this gateway has shown the session. */
  get #ownSlots(): FieldSlot[] {
    return fields.map((field) => [field, this.#client[field.kind][field.commitment]]);
  }

  #slotInRedis(field: Field): number {
    return this.#inRedis.get(field) ?? 0;
  }
}
