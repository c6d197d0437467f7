import { LRUCache } from "lru-cache";
import type { Session } from "../../call/session.ts";
import { type HighestBelieved, ShownSlots } from "../../call/shown-slots.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { detachText } from "../../text/detached-text.ts";
import type { Upstream } from "./upstream.ts";

/** Most clients remembered for each network; the one that was idle longest is forgotten first. */
const maxClients = 10_000;

/** What is known of one client of a network. */
export class RememberedClient {
  upstream: Upstream | undefined = undefined;
  /** The newest slots that its answers showed; without a session, as far as they were believed. */
  readonly shown: ShownSlots;
  /** The highest block heights that they showed; only for a session. */
  readonly heights = new ShownSlots();

  constructor(highest?: HighestBelieved) {
    this.shown = new ShownSlots(highest);
  }
}

const newClient = () => new RememberedClient();

/** Remembers the clients of a network, so that none sees a slot at one upstream and an older one at another. */
export class RememberedClients {
  /** Has no `max`: with one each network would allocate room for all of them at the start. */
  readonly #clients = new LRUCache<string, RememberedClient>({
    maxSize: maxClients,
    sizeCalculation: () => 1,
  });
  /** Kept for as long as their sessions last. */
  #sessions = new WeakMap<Session, RememberedClient>();
  readonly #highest: HighestBelieved;

  constructor(highest: HighestBelieved) {
    this.#highest = highest;
  }

  /** Adds the client if it is new, as `ofSession` does with sessions. */
  ofAddress(client: string): RememberedClient {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const made = new RememberedClient(this.#highest);
    this.#clients.set(detachText(client), made);
    return made;
  }

  ofSession(session: Session): RememberedClient {
    return getOrAdd(this.#sessions, session, newClient);
  }

  clear(): void {
    this.#sessions = new WeakMap();
    this.#clients.clear();
  }
}
