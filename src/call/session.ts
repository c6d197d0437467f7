import type { Commitment } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import { ShownSlots } from "./shown-slots.ts";

const newShownSlots = (): ShownSlots => new ShownSlots();

/** A client that is never shown an older state of a ledger than before. What answers showed it is kept with each network's upstreams. */
export class Session {
  /** Name of a session that outlives its connection; undefined for the session of one connection. */
  readonly key: string | undefined;
  #notified: Map<string, ShownSlots> | undefined;

  constructor(key?: string) {
    this.key = key;
  }

  /** Records a slot that a notification of a network showed the client. */
  recordNotified(network: string, commitment: Commitment, slot: number): void {
    this.#notified ??= new Map();
    getOrAdd(this.#notified, network, newShownSlots).raise(commitment, slot);
  }

  /** What a network's notifications showed the client since this was last taken; undefined if none did. */
  takeNotified(network: string): ShownSlots | undefined {
    const shown = this.#notified?.get(network);
    if (shown !== undefined) this.#notified?.delete(network);
    return shown;
  }
}
