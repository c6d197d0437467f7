import type { RawJson } from "../../json/raw-json.ts";

/** Most notifications held at once. */
export const maxHeld = 1024;
/** Most bytes held at once. */
export const maxHeldBytes = 8 * 1024 * 1024;

/** Notifications that arrived before the confirmation of their subscription id. The oldest are dropped at the limits. */
export class HeldNotifications {
  #held: { readonly id: string; readonly payload: RawJson }[] = [];
  #bytes = 0;

  /** Keeps a copy: the payload shares the memory of its frame, which may be much larger. */
  add(id: string, shared: RawJson): void {
    const payload = shared.copy();
    this.#held.push({ id, payload });
    this.#bytes += payload.byteLength;
    while (this.#held.length > maxHeld || this.#bytes > maxHeldBytes)
      this.#bytes -= this.#held.shift()?.payload.byteLength ?? 0;
  }

  /** Removes and returns the notifications for an id, oldest first. */
  take(id: string): readonly RawJson[] {
    const taken = this.#held.filter((held) => held.id === id).map(({ payload }) => payload);
    for (const payload of taken) this.#bytes -= payload.byteLength;
    if (taken.length > 0) this.#held = this.#held.filter((held) => held.id !== id);
    return taken;
  }

  clear(): void {
    this.#held = [];
    this.#bytes = 0;
  }
}
