import { answerCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { UpstreamPurpose } from "../../networks/upstream-rules.ts";
import type { RememberedClient } from "./remembered-clients.ts";
import { rememberedClientOf } from "./shown-to-client.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** What a call needs of one of several upstreams. */
export interface Needs {
  /** The method's first name on the wire, which an upstream may not know it by. */
  readonly upstreamMethod: string;
  readonly use: UpstreamPurpose;
  /** Upstreams that would refuse the call, by name. */
  readonly unfitReasons: ReadonlyMap<string, string> | undefined;
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
  readonly client: RememberedClient | undefined;
}

/** What a call needs of the upstreams of a set; less is read where there is only one, since nothing is to be chosen. */
export function readNeeds(call: UpstreamCall, set: UpstreamSet): Needs {
  const { method, upstreamMethod, unfitReasons, params, floor } = call;
  const isSingle = set.upstreams.length === 1;
  const commitment = isSingle && floor === undefined ? "processed" : answerCommitment(method, params);
  const client = isSingle ? undefined : rememberedClientOf(call, set);
  return {
    upstreamMethod,
    use: methodUse(call),
    unfitReasons,
    providers: method?.providers,
    commitment,
    minContextSlot: isSingle ? undefined : readMinContextSlot(params),
    shownSlot: isSingle ? 0 : Math.max(client?.shown[commitment] ?? 0, call.shownSlot ?? 0),
    floor,
    oldestSlot: !isSingle && method?.history === "slot" ? firstNumber(params) : undefined,
    client,
  };
}

/** The first item of a list of parameters, if it is a number. */
function firstNumber(params: string): number | undefined {
  const digits = /^\s*\[\s*(\d{1,16})\s*[,\]]/.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** What a call asks an upstream for; one that the document does not list counts as a read. */
function methodUse({ method }: UpstreamCall): UpstreamPurpose {
  return method?.effect === "send" || method?.effect === "airdrop" ? "sends" : "reads";
}

const minContextSlotPattern = /"minContextSlot"\s*:\s*(\d{1,20})/;

/** The slot that a call asks its upstream to have reached; undefined when it asks for none. Only for choosing an upstream. */
function readMinContextSlot(params: string): number | undefined {
  // Hardly any call asks for one, and this check is cheaper than the pattern.
  if (!params.includes('"minContextSlot"')) return undefined;
  const digits = minContextSlotPattern.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
