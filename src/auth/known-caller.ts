import type { CallerMeter } from "./caller-meter.ts";
import type { CallerPlaces } from "./caller-places.ts";
import type { Rights } from "./rights.ts";

/** A caller identified by a key or a token. */
export interface KnownCaller {
  /** Name in logs, metrics and usage. */
  readonly id: string;
  readonly kind: "key" | "token";
  readonly rights: Rights;
  readonly places: CallerPlaces | undefined;
  /** Shared by all secrets of a key. */
  readonly meter: CallerMeter;
  /** When its key or token expires, in milliseconds since 1970. */
  readonly endsAt: number;
  /** The audiences of its token; undefined for a key. */
  readonly audiences?: readonly string[];
  /** The SHA-256 of its key; undefined for a token. */
  readonly digest: string | undefined;
}
