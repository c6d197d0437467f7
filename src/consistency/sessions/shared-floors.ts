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

/** Version of the format of keys and values. */
const formatVersion = "floor:1";
/** How long Redis keeps a session's floors after they last rose: longer than any upstream in use lags. */
const keptMs = 10 * 60 * 1000;
const maxDigits = 15;
/** Limits a floor to below every slot, which drops it. */
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
  /** The slots that Redis was last seen to hold, by field. */
  readonly inRedis: Map<Field, number>;
  /** Whether Redis answered the read. */
  isAnswered: boolean;
}

/** The slots that sessions were shown, shared by several gateways through Redis or Valkey; without it, each gateway knows only its own. */
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

  /** The shared floors of a call's session; undefined for a session without a name, upstreams set at run time, or an unknown ledger. */
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
    return { name, set, client, inRedis, isAnswered: false };
  }

  /** Reads what other gateways showed the session. */
  async read(floors: SessionFloors): Promise<void> {
    const answer = await this.#options.link.ask((redis) =>
      redis.callBuffer("EVAL", readFloors, 1, floors.name, this.#maxValueBytes, ...fieldNames),
    );
    floors.isAnswered = answer !== undefined;
    if (answer === 1) this.#options.countForged?.(1);
    if (!Array.isArray(answer)) return;
    const refused = fields.filter((field, index) => !this.#adopt(floors, field, answer[index]));
    if (refused.length === 0) return;
    this.#options.countForged?.(refused.length);
    this.#delete(
      floors,
      refused.map((field) => [field, belowAllSlots]),
    );
  }

  /**
   * Writes what the call raised, and waits, so that the next gateway knows before the client asks it; doesn't wait if Redis left the read
   * unanswered.
   */
  async write(floors: SessionFloors): Promise<void> {
    const raised = fields.flatMap((field): [Field, number][] => {
      const slot = ownSlot(floors, field);
      return slot > slotInRedis(floors, field) ? [[field, slot]] : [];
    });
    if (raised.length === 0) return;
    const written = this.#send(floors, raised);
    if (floors.isAnswered) await written;
  }

  /** Deletes floors that were dropped, so that no gateway waits for them again. */
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
      redis.eval(raiseFloors, 1, floors.name, keptMs, this.#seal.overhead, this.#maxValueBytes, ...values),
    );
    if (done === undefined) return;
    for (const [field, slot] of raised) floors.inRedis.set(field, Math.max(slot, slotInRedis(floors, field)));
  }

  #delete(floors: SessionFloors, limits: readonly (readonly [Field, number])[]): void {
    for (const [field, slot] of limits) floors.inRedis.set(field, Math.max(slot, 0));
    const args = limits.flatMap(([{ name }, slot]) => [name, slot]);
    // Not awaited (ask() never rejects): a floor that remains will be found again.
    void this.#options.link.ask((redis) =>
      redis.eval(dropFloors, 1, floors.name, this.#seal.overhead, this.#maxValueBytes, ...args),
    );
  }

  /** Adopts a stored value; false if no gateway wrote it, or the ledger can't have its slot. */
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

/** Whether the ledger can have a slot. Another gateway may know somewhat newer ones than this one. */
function isReachable({ set }: SessionFloors, { kind, commitment }: Field, slot: number): boolean {
  const now = performance.now();
  const least = slot - impossibleJump;
  return kind === "heights" ? set.isHeightBelieved(least, now) : set.isBelieved(commitment, least, now);
}

/** The name under which a value is sealed, so that it is not valid in another field. */
function sealName(floors: SessionFloors, field: Field): string {
  return `${floors.name} ${field.name}`;
}

function ownSlot({ client }: SessionFloors, { kind, commitment }: Field): number {
  return client[kind][commitment];
}

function slotInRedis({ inRedis }: SessionFloors, field: Field): number {
  return inRedis.get(field) ?? 0;
}
