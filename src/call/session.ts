import type { Commitment } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import { ShownSlots } from "./shown-slots.ts";

const newShownSlots = (): ShownSlots => new ShownSlots();

/** A client whose reads never go back in time. The slots that it has seen are stored per network, in RememberedClients. */
export class Session {
  /** Name of a session that outlives its connection; undefined for one that ends with it. */
  readonly key: string | undefined;
  #notified: Map<string, ShownSlots> | undefined;

  constructor(key?: string) {
    this.key = key;
  }

  /** Records a slot that a notification has shown the client. */
  recordNotified(network: string, commitment: Commitment, slot: number): void {
    this.#notified ??= new Map();
    getOrAdd(this.#notified, network, newShownSlots).raise(commitment, slot);
  }

  /** Returns the slots that a network's notifications have shown since the last call; undefined if there were none. */
  takeNotified(network: string): ShownSlots | undefined {
    const shown = this.#notified?.get(network);
    if (shown !== undefined) this.#notified?.delete(network);
    return shown;
  }
}
