import type { UpstreamCall } from "../call/upstream-call.ts";
import { type Commitment, commitments } from "../contract/method-description.ts";
import { otherLedgerSlots } from "../ledger-time/ledger-lengths.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createSeal, type Seal } from "../redis/seal.ts";
import type { KnownClient } from "../upstream/node/known-clients.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { dropFloors, raiseFloors, readFloors } from "./floor-scripts.ts";

/** Version of the form of keys and values. */
const form = "floor:1";
/** Redis keeps a session for this long after its last rise: longer than any upstream in use is behind. */
const keptMs = 10 * 60 * 1000;
const maxDigits = 15;
const digits = /^\d{1,15}$/;
/** A limit below every slot. */
const none = -1;

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

/** What SharedFloors needs. */
export interface SharedFloorsOptions {
  readonly link: RedisLink;
  /** Only floors written by a gateway with this key are used. */
  readonly hmacKey?: string | undefined;
  /** Counts values deleted because no gateway wrote them, or the ledger can't have their slots. */
  readonly countRefused?: ((count: number) => void) | undefined;
}

/** The slots of a session that Redis was last seen to hold, by field. */
type Held = Map<Field, number>;

/** The slots that sessions were shown, shared by several gateways through Redis or Valkey; without it, each gateway knows only its own. */
export class SharedFloors {
  readonly #options: SharedFloorsOptions;
  readonly #seal: Seal;
  readonly #held = new WeakMap<KnownClient, Held>();

  constructor(options: SharedFloorsOptions) {
    this.#options = options;
    this.#seal = createSeal(form, options.hmacKey);
  }

  /**
   * The shared floors of a call's session; undefined if nothing is shared: for sessions without a name, upstreams set at run time,
   * or a ledger that is not known yet.
   */
  floorFor(
    { network, session }: UpstreamCall,
    set: UpstreamSet,
    known: KnownClient | undefined,
  ): SharedFloor | undefined {
    const { upstreamsName, id } = network;
    const { genesisHash } = set;
    if (known === undefined || session?.key === undefined || !this.#options.link.isUp) return undefined;
    if (genesisHash === undefined || upstreamsName === undefined) return undefined;
    let held = this.#held.get(known);
    if (held === undefined) {
      held = new Map();
      this.#held.set(known, held);
    }
    const name = this.#seal.nameOf(`${genesisHash}\n${upstreamsName}\n${id}\n${session.key}`);
    return new SharedFloor(this.#options, this.#seal, name, set, known, held);
  }
}

/** The shared floors of one session and network, during one call. */
export class SharedFloor {
  readonly #options: SharedFloorsOptions;
  readonly #seal: Seal;
  readonly #name: string;
  readonly #set: UpstreamSet;
  readonly #known: KnownClient;
  readonly #held: Held;
  #isAnswered = false;

  constructor(
    options: SharedFloorsOptions,
    seal: Seal,
    name: string,
    set: UpstreamSet,
    known: KnownClient,
    held: Held,
  ) {
    this.#options = options;
    this.#seal = seal;
    this.#name = name;
    this.#set = set;
    this.#known = known;
    this.#held = held;
  }

  /** Reads what other gateways showed the session. */
  async read(): Promise<void> {
    const answer = await this.#options.link.ask((redis) =>
      redis.callBuffer("EVAL", readFloors, 1, this.#name, this.#longest, ...fieldNames),
    );
    this.#isAnswered = answer !== undefined;
    if (answer === 1) this.#options.countRefused?.(1);
    if (!Array.isArray(answer)) return;
    const refused = fields.filter((field, index) => !this.#adopt(field, answer[index]));
    if (refused.length === 0) return;
    this.#options.countRefused?.(refused.length);
    this.#delete(refused.map((field) => [field, none]));
  }

  /** Writes what the call raised, and waits, so that the next gateway knows before the client asks it; doesn't wait if Redis left the read unanswered. */
  async write(): Promise<void> {
    const raised = fields.flatMap((field): [Field, number][] => {
      const slot = this.#slotOf(field);
      return slot > this.#heldOf(field) ? [[field, slot]] : [];
    });
    if (raised.length === 0) return;
    const written = this.#send(raised);
    if (this.#isAnswered) await written;
  }

  /** Deletes floors that were dropped, so that no gateway waits for them again. */
  drop(): void {
    const dropped = fields.flatMap((field): [Field, number][] => {
      const slot = this.#slotOf(field);
      return slot < this.#heldOf(field) ? [[field, slot]] : [];
    });
    if (dropped.length > 0) this.#delete(dropped);
  }

  async #send(raised: readonly (readonly [Field, number])[]): Promise<void> {
    const values = raised.flatMap(([field, slot]) => [
      field.name,
      this.#seal.close(this.#sealName(field), Buffer.from(String(slot))),
    ]);
    const done = await this.#options.link.ask((redis) =>
      redis.eval(raiseFloors, 1, this.#name, keptMs, this.#seal.overhead, this.#longest, ...values),
    );
    if (done === undefined) return;
    for (const [field, slot] of raised) this.#held.set(field, Math.max(slot, this.#heldOf(field)));
  }

  #delete(limits: readonly (readonly [Field, number])[]): void {
    for (const [field, slot] of limits) this.#held.set(field, Math.max(slot, 0));
    const args = limits.flatMap(([{ name }, slot]) => [name, slot]);
    // Not awaited (ask() never rejects): a floor that remains will be found again.
    void this.#options.link.ask((redis) =>
      redis.eval(dropFloors, 1, this.#name, this.#seal.overhead, this.#longest, ...args),
    );
  }

  /** Adopts a stored value; false if no gateway wrote it, or the ledger can't have its slot. */
  #adopt(field: Field, stored: unknown): boolean {
    if (stored === null) return true;
    if (!Buffer.isBuffer(stored)) return false;
    const text = this.#seal.open(this.#sealName(field), stored)?.toString("latin1");
    if (text === undefined || !digits.test(text)) return false;
    const slot = Number(text);
    if (!this.#isReachable(field, slot)) return false;
    this.#known[field.kind].raise(field.commitment, slot);
    this.#held.set(field, Math.max(slot, this.#heldOf(field)));
    return true;
  }

  /** Another gateway may know of newer slots than this one, but of none that the ledger can't have. */
  #isReachable({ kind, commitment }: Field, slot: number): boolean {
    const now = performance.now();
    const least = slot - otherLedgerSlots;
    return kind === "heights"
      ? this.#set.isHeightBelieved(least, now)
      : this.#set.isBelieved(commitment, least, now);
  }

  /** Binds a value to its field: it is not valid in another. */
  #sealName({ name }: Field): string {
    return `${this.#name} ${name}`;
  }

  get #longest(): number {
    return this.#seal.overhead + maxDigits;
  }

  #slotOf({ kind, commitment }: Field): number {
    return this.#known[kind][commitment];
  }

  #heldOf(field: Field): number {
    return this.#held.get(field) ?? 0;
  }
}
