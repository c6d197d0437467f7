import { LRUCache } from "lru-cache";
import type { Session } from "../../call/session.ts";
import { type HighestBelieved, ShownSlots } from "../../call/shown-slots.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { detachText } from "../../text/detached-text.ts";
import type { Upstream } from "./upstream.ts";

/** Most clients per network; the least recently used is evicted first. */
const maxClients = 10_000;

/** What a network remembers of one client. */
export class RememberedClient {
  upstream: Upstream | undefined = undefined;
  /** The newest slots in its answers; without a session, only those that were believed. */
  readonly shown: ShownSlots;
  /** The highest block heights in its answers; only for a session. */
  readonly heights = new ShownSlots();

  constructor(highest?: HighestBelieved) {
    this.shown = new ShownSlots(highest);
  }
}

const newClient = () => new RememberedClient();

/** Remembers the clients of a network, so that no client sees an older slot after a switch of upstreams. */
export class RememberedClients {
  /** Bounded by `maxSize`, because `max` would preallocate for every network. */
  readonly #clients = new LRUCache<string, RememberedClient>({
    maxSize: maxClients,
    sizeCalculation: () => 1,
  });
  /** Entries live as long as their sessions. */
  #sessions = new WeakMap<Session, RememberedClient>();
  readonly #highest: HighestBelieved;

  constructor(highest: HighestBelieved) {
    this.#highest = highest;
  }

  /** Adds the client if it is new, as does `ofSession`. */
  ofAddress(client: string): RememberedClient {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const created = new RememberedClient(this.#highest);
    this.#clients.set(detachText(client), created);
    return created;
  }

  ofSession(session: Session): RememberedClient {
    return getOrAdd(this.#sessions, session, newClient);
  }

  clear(): void {
    this.#sessions = new WeakMap();
    this.#clients.clear();
  }
}
