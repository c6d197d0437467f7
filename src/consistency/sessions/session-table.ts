import { Session } from "../../call/session.ts";
import { detachText } from "../../text/detached-text.ts";

/** Share of all sessions that one address may own; beyond it, its least recently used session is evicted. */
const maxShareOfOwner = 0.1;

interface Entry {
  readonly session: Session;
  /** Address that began the session. */
  readonly owner: string;
  /** Keys of all sessions of the owner, least recently used first. */
  readonly ownerKeys: Set<string>;
}

/** Sessions by client-chosen name, or by address for callers that send no name. Evicts the least recently used. */
export class SessionTable {
  readonly #max: number;
  readonly #maxPerOwner: number;
  /** Least recently used first, like the sets below. */
  readonly #entries = new Map<string, Entry>();
  readonly #keysByOwner = new Map<string, Set<string>>();

  /** 100,000 sessions take some 40 MB. */
  constructor(max = 100_000) {
    this.#max = max;
    this.#maxPerOwner = Math.max(Math.ceil(this.#max * maxShareOfOwner), 1);
  }

  /** Returns the session of a name. Clients that send the same name share it. */
  named(name: string, address: string): Session {
    return this.#get(`named ${name}`, address);
  }

  ofCaller(address: string): Session {
    return this.#get(`caller ${address}`, address);
  }

  #get(key: string, address: string): Session {
    const entry = this.#entries.get(key);
    if (entry === undefined) return this.#begin(detachText(key), detachText(address));
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.ownerKeys.delete(key);
    entry.ownerKeys.add(key);
    return entry.session;
  }

  #begin(key: string, owner: string): Session {
    const ownerKeys = this.#keysByOwner.get(owner) ?? new Set();
    if (ownerKeys.size >= this.#maxPerOwner) this.#evict(ownerKeys.keys().next().value);
    if (this.#entries.size >= this.#max) this.#evict(this.#entries.keys().next().value);
    // Set again: evicting the owner's only session has deleted it.
    this.#keysByOwner.set(owner, ownerKeys);
    ownerKeys.add(key);
    const session = new Session(key);
    this.#entries.set(key, { session, owner, ownerKeys });
    return session;
  }

  #evict(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return;
    this.#entries.delete(key);
    entry.ownerKeys.delete(key);
    if (entry.ownerKeys.size === 0) this.#keysByOwner.delete(entry.owner);
  }
}
