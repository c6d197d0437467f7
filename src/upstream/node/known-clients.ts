import { LRUCache } from "lru-cache";
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
  readonly shown = new ShownSlots();
}

/** The clients of a network, so that one does not see one slot here and an older one there. */
export class KnownClients {
  readonly #clients = new LRUCache<string, KnownClient>({ max: maxClients });

  /** What is known of a client, new or not. */
  get(client: string): KnownClient {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    const made = new KnownClient();
    this.#clients.set(ownText(client), made);
    return made;
  }

  /** Forgets all. */
  clear(): void {
    this.#clients.clear();
  }
}
