import type { RawJson } from "../../json/raw-json.ts";

/** Most notifications that are held at once. */
export const maxHeld = 1024;
/** Most bytes of them. */
export const maxHeldBytes = 8 * 1024 * 1024;

/** Notifications whose subscription is not known yet, by upstream id. Bounded: the oldest are dropped. */
export class HeldNotifications {
  readonly #byId = new Map<string, RawJson[]>();
  #count = 0;
  #bytes = 0;

  /** How many are held. */
  get size(): number {
    return this.#count;
  }

  /** Keeps a copy: the payload shares the memory of its frame, which may be far longer. */
  add(id: string, shared: RawJson): void {
    const payload = shared.copy();
    const known = this.#byId.get(id);
    if (known === undefined) this.#byId.set(id, [payload]);
    else known.push(payload);
    this.#count += 1;
    this.#bytes += payload.byteLength;
    while (this.#count > maxHeld || this.#bytes > maxHeldBytes) this.#dropOldest();
  }

  /** Removes and returns what is held for an id, oldest first. */
  take(id: string): readonly RawJson[] {
    const payloads = this.#byId.get(id) ?? [];
    this.#byId.delete(id);
    this.#count -= payloads.length;
    for (const payload of payloads) this.#bytes -= payload.byteLength;
    return payloads;
  }

  clear(): void {
    this.#byId.clear();
    this.#count = 0;
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const [first] = this.#byId;
    if (first === undefined) return;
    const [id, payloads] = first;
    const dropped = payloads.shift();
    if (payloads.length === 0) this.#byId.delete(id);
    this.#count -= 1;
    this.#bytes -= dropped?.byteLength ?? 0;
  }
}
