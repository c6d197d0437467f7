import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import type { SocketEntry } from "../upstream/socket-entry.ts";

/**
 * The gateway's own slot subscription on a socket. It shows whether the upstream keeps up, which quiet accounts do not.
 */
export class SlotWatch implements SocketEntry {
  readonly method: string;
  readonly unsubscribeMethod: string;
  readonly params = "[]";
  /** Newest slot received; negative before the first. */
  slot = -1;
  /** `performance.now()` at which it came, or else at which the upstream confirmed; Infinity before that. */
  movedAt = Number.POSITIVE_INFINITY;

  constructor(method: string, unsubscribeMethod: string) {
    this.method = method;
    this.unsubscribeMethod = unsubscribeMethod;
  }

  onConfirmed(): void {
    this.movedAt = performance.now();
  }

  /** An upstream without slots cannot be judged by them. */
  onRefused(): void {
    this.movedAt = Number.POSITIVE_INFINITY;
  }

  onPayload(payload: RawJson): void {
    const raw = member(payload, "slot");
    const slot = wholeNumber(raw);
    if (slot === undefined || slot <= this.slot) return;
    this.slot = slot;
    this.movedAt = performance.now();
  }
}
