import type { Commitment } from "../../src/contract/method-description.ts";

/** One answer as a session got it, in the order of its coming. */
export interface RecordedAnswer {
  readonly session: number;
  readonly kind: "read" | "send" | "status";
  /** Commitment that was asked for. */
  readonly commitment: Commitment;
  /** Slot that the answer names; undefined for one that names none. */
  readonly slot?: number;
  /** Account that was read, and the version that it had. */
  readonly address?: string;
  readonly version?: number;
  /** Version of that account that the session's own confirmed transactions have left at least. */
  readonly ownVersion?: number;
  /** Code of the error that it was answered with. */
  readonly code?: number;
}
