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
  /** Slot that the upstream must have; undefined: any. */
  readonly minContextSlot: number | undefined;
  /** The newest slot that the caller was shown: upstreams that have it go first. */
  readonly shownSlot: number;
  /** Slot that the upstream must be known to have reached; undefined: any. */
  readonly floor: number | undefined;
  /** Oldest slot that the call asks for; undefined: it names none. */
  readonly oldestSlot: number | undefined;
  /** The client whose calls stay with one upstream while it is about as good as the best; undefined chooses at random. */
  readonly client: KnownClient | undefined;
}
