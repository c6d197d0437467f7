import type { Commitment } from "../../contract/method-description.ts";
import type { UpstreamUse } from "../../networks/upstream-rules.ts";
import type { KnownClient } from "./known-clients.ts";

/** What a call needs of one of several upstreams. */
export interface Needs {
  /** Name that the document knows the method by. */
  readonly method: string;
  readonly use: UpstreamUse;
  /** Upstreams that would refuse the call, by name. */
  readonly unfit: ReadonlyMap<string, string> | undefined;
  /** Providers that serve the method; undefined when every upstream does. */
  readonly providers: readonly string[] | undefined;
  /** Commitment that its answer will have. */
  readonly commitment: Commitment;
  /** The upstream must have this slot; undefined asks for none. */
  readonly minContextSlot: number | undefined;
  /** The newest slot that the caller was shown: upstreams that have it go first. */
  readonly shownSlot: number;
  /** Only upstreams known to be at or above this slot are asked; undefined allows all. */
  readonly floor: number | undefined;
  /** Oldest slot of the ledger that the call asks for; undefined if it names none. */
  readonly oldestSlot: number | undefined;
  /** The client whose calls stay with one upstream while it is about as good as the best; undefined chooses at random. */
  readonly client: KnownClient | undefined;
}
