import { Session } from "../../call/session.ts";
import { detachText } from "../../text/detached-text.ts";

/** Share of all sessions that one address may hold; beyond that its own oldest ends. */
const shareOfOne = 0.1;

interface Held {
  readonly session: Session;
  /** The sessions of the address that began it, least recently used first. */
  readonly ofOwner: Set<string>;
  readonly owner: string;
}

/** The sessions that clients name, and those of callers that name none. Bounded: the least recently used ends first. */
export class SessionTable {
  readonly #max: number;
  readonly #maxOfOne: number;
  /** Least recently used first, like the sets below. */
  readonly #held = new Map<string, Held>();
  readonly #byOwner = new Map<string, Set<string>>();

  /** `max`: sessions that are kept; 100,000 take some 40 MB. */
  constructor(max = 100_000) {
    this.#max = max;
    this.#maxOfOne = Math.max(Math.ceil(this.#max * shareOfOne), 1);
  }

  /** The session that a client names. Clients that give the same name share one session. */
  named(name: string, address: string): Session {
    return this.#get(`named ${name}`, address);
  }

  ofCaller(address: string): Session {
    return this.#get(`caller ${address}`, address);
  }

  #get(key: string, address: string): Session {
    const held = this.#held.get(key);
    if (held === undefined) return this.#begin(detachText(key), detachText(address));
    this.#held.delete(key);
    this.#held.set(key, held);
    held.ofOwner.delete(key);
    held.ofOwner.add(key);
    return held.session;
  }

  #begin(key: string, owner: string): Session {
    const ofOwner = this.#byOwner.get(owner) ?? new Set();
    if (ofOwner.size >= this.#maxOfOne) this.#end(ofOwner.keys().next().value);
    if (this.#held.size >= this.#max) this.#end(this.#held.keys().next().value);
    // Set again: if the session ended above was the owner's only one, the entry is gone.
    this.#byOwner.set(owner, ofOwner);
    ofOwner.add(key);
    const session = new Session(key);
    this.#held.set(key, { session, ofOwner, owner });
    return session;
  }

  #end(key: string | undefined): void {
    const held = key === undefined ? undefined : this.#held.get(key);
    if (key === undefined || held === undefined) return;
    this.#held.delete(key);
    held.ofOwner.delete(key);
    if (held.ofOwner.size === 0) this.#byOwner.delete(held.owner);
  }
}
