import type { RawJson } from "../../json/raw-json.ts";
import type { Refusal } from "./read-upstream-frame.ts";

/** One subscription, as an upstream socket sees it. */
export interface SocketEntry {
  readonly method: string;
  readonly unsubscribeMethod: string;
  /** JSON text of the params. */
  readonly params: string;
  onConfirmed(): void;
  onRefused(refusal: Refusal): void;
  onPayload(payload: RawJson): void;
}
