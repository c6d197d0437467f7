import { slotSubscription } from "../../call/known-methods.ts";
import { member } from "../../json/cut-raw.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { SocketEntry, UpstreamSocket } from "../upstream/upstream-socket.ts";

/** Most slots that an upstream may lag after its slots have stopped. */
export const maxStaleSlotLag = 25;

interface SlotProgressOptions {
  readonly reader: LedgerReader;
  readonly staleSlotsMs: () => number;
  readonly onLedgerReplaced: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** The gateway's own slot subscription on a socket. It shows if the upstream keeps up, which a quiet account cannot. */
export class SlotWatch implements SocketEntry {
  readonly method = slotSubscription.method.name;
  readonly unsubscribeMethod = slotSubscription.pair;
  readonly params = "[]";
  /** Newest slot; negative before the first. */
  slot = -1;
  /** `performance.now()` of the newest slot, else of the confirmation, else Infinity. */
  movedAt = Number.POSITIVE_INFINITY;

  onConfirmed(): void {
    this.movedAt = performance.now();
  }

  /** An upstream that serves no slots is never stale. */
  onRefused(): void {
    this.movedAt = Number.POSITIVE_INFINITY;
  }

  onPayload(payload: RawJson): void {
    const slot = wholeNumber(member(payload, "slot"));
    if (slot === undefined || slot <= this.slot) return;
    this.slot = slot;
    this.movedAt = performance.now();
  }
}

/** Follows the slots of a network's upstream sockets, and ends sockets that lag behind the ledger. */
export class SlotProgress {
  readonly #options: SlotProgressOptions;
  readonly #watches = new Map<UpstreamSocket, SlotWatch>();
  #newest = -1;
  #isComparing = false;

  constructor(options: SlotProgressOptions) {
    this.#options = options;
  }

  /** Newest slot from any upstream; -1 before the first. */
  get newest(): number {
    for (const { slot } of this.#watches.values()) if (slot > this.#newest) this.#newest = slot;
    return this.#newest;
  }

  /** Subscribes to a socket's slots, once. */
  watch(socket: UpstreamSocket): void {
    if (this.#watches.has(socket)) return;
    const watch = new SlotWatch();
    this.#watches.set(socket, watch);
    socket.add(watch);
  }

  /** Stops following a socket that has ended, but keeps its newest slot. */
  unwatch(socket: UpstreamSocket): void {
    this.#newest = this.newest;
    this.#watches.delete(socket);
  }

  forgetLedger(): void {
    this.#newest = -1;
  }

  /** Ends sockets whose slots have stopped, unless the ledger has stopped too. */
  endStale(now: number): void {
    const staleSlotsMs = this.#options.staleSlotsMs();
    const oldest = this.newest - impossibleJump;
    const stale = [...this.#watches].filter(
      ([, { movedAt, slot }]) => now - movedAt > staleSlotsMs || (slot >= 0 && slot < oldest),
    );
    if (stale.length === 0 || this.#isComparing) return;
    this.#isComparing = true;
    this.#options.reader
      .slot("processed")
      .then((slot) => {
        if (slot < this.#newest - impossibleJump) {
          this.#options.onLedgerReplaced();
          this.#resetTo(slot);
        }
        for (const [socket, watch] of stale) {
          // A socket without a slot so far must keep up from the ledger's current one.
          if (watch.slot < 0) watch.slot = slot;
          if (slot > watch.slot + maxStaleSlotLag) socket.end(`its slots stopped at ${watch.slot}`);
          else watch.movedAt = performance.now();
        }
      })
      .catch(this.#options.onFailed)
      .finally(() => {
        this.#isComparing = false;
      });
  }

  /** Resets sockets far ahead of the ledger to its slot, and ends them if another socket agrees with the ledger. */
  #resetTo(slot: number): void {
    const highest = slot + impossibleJump;
    const watches = [...this.#watches];
    const hasAgreeing = watches.some(([, watch]) => watch.slot >= 0 && watch.slot <= highest);
    this.#newest = slot;
    for (const [socket, watch] of watches) {
      const claimedSlot = watch.slot;
      if (claimedSlot <= highest) continue;
      watch.slot = slot;
      if (hasAgreeing) socket.end(`its slots are far ahead of the ledger, at ${claimedSlot}`);
    }
  }
}
