import type { Commitment } from "../contract/method-description.ts";
import { ShownSlots } from "./shown-slots.ts";

/** A client that is never shown an older state of a ledger than before. What answers showed it is kept with the upstreams of each network. */
export class Session {
  /** Distinguishes it from the others that have one; undefined for that of a connection, which is its own. */
  readonly key: string | undefined;
  #notified: Map<string, ShownSlots> | undefined;

  constructor(key?: string) {
    this.key = key;
  }

  /** A notification of a network showed it a slot. */
  notify(network: string, commitment: Commitment, slot: number): void {
    this.#notified ??= new Map();
    let shown = this.#notified.get(network);
    if (shown === undefined) {
      shown = new ShownSlots();
      this.#notified.set(network, shown);
    }
    shown.raise(commitment, slot);
  }

  /** What notifications of a network showed it since this was last asked; undefined where none did. */
  takeNotified(network: string): ShownSlots | undefined {
    const shown = this.#notified?.get(network);
    if (shown !== undefined) this.#notified?.delete(network);
    return shown;
  }
}
