import type { CallerMeter } from "./caller-meter.ts";
import type { CallerPlaces } from "./caller-places.ts";
import type { Rights } from "./rights.ts";

/** A caller who is known by one of the secrets of a key, or by a token. */
export interface KnownCaller {
  /** Name in logs, metrics and usage. */
  readonly id: string;
  readonly kind: "key" | "token";
  readonly rights: Rights;
  readonly places: CallerPlaces | undefined;
  /** What it has spent and uses now: one object for all secrets of a key. */
  readonly meter: CallerMeter;
  /** When its key or token expires, in milliseconds since 1970. */
  readonly endsAt: number;
  /** The audiences of its token; undefined for a key. */
  readonly audiences?: readonly string[];
  /** The SHA-256 of its key; undefined for a token. */
  readonly digest: string | undefined;
}
