import { LRUCache } from "lru-cache";
import type { Session } from "../../call/session.ts";
import { ShownSlots } from "../../call/shown-slots.ts";
import { ownText } from "../../text/own-text.ts";
import type { Upstream } from "./upstream.ts";

/** Clients that are known for each network; the one that was away longest is forgotten first. */
const maxClients = 10_000;

/** What is known of one client of a network. */
export class KnownClient {
  /** The upstream that its calls go to. */
  upstream: Upstream | undefined = undefined;
  /** The newest slots that its answers showed. */
  readonly shown: ShownSlots;
  /** The highest blocks that they showed. */
  readonly heights: ShownSlots;

  constructor(isPlausible: (slot: number) => boolean) {
    this.shown = new ShownSlots(isPlausible);
    this.heights = new ShownSlots(isPlausible);
  }
}

/** The clients of a network, so that one does not see one slot here and an older one there. */
export class KnownClients {
  readonly #clients = new LRUCache<string, KnownClient>({ max: maxClients });
  /** They last as long as their sessions do. */
  #sessions = new WeakMap<Session, KnownClient>();
  readonly #isPlausible: (slot: number) => boolean;

  /** `isPlausible`: whether the ledger may have a slot. */
  constructor(isPlausible: (slot: number) => boolean) {
    this.#isPlausible = isPlausible;
  }

  /** What is known of a client, new or not. */
  get(client: string): KnownClient {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const made = new KnownClient(this.#isPlausible);
    this.#clients.set(ownText(client), made);
    return made;
  }

  /** What is known of a session, new or not. */
  ofSession(session: Session): KnownClient {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const made = new KnownClient(this.#isPlausible);
    this.#sessions.set(session, made);
    return made;
  }

  /** Forgets all. */
  clear(): void {
    this.#sessions = new WeakMap();
    this.#clients.clear();
  }
}
