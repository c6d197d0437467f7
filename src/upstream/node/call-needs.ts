import { answerCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { UpstreamPurpose } from "../../networks/network.ts";
import type { RememberedClient } from "./remembered-clients.ts";
import { rememberedClientOf } from "./shown-to-client.ts";
import type { UpstreamUse } from "./upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** What a call requires of an upstream. */
export interface Needs extends UpstreamUse {
  /** Providers that serve the method; undefined when every upstream does. */
  readonly providers: readonly string[] | undefined;
  /** Commitment of the result. */
  readonly commitment: Commitment;
  /** The caller's `minContextSlot`. */
  readonly minContextSlot: number | undefined;
  /** Newest slot that the caller was shown; upstreams that have it are preferred. */
  readonly preferredSlot: number;
  /** Slot that the upstream must be known to have reached. */
  readonly floor: number | undefined;
  /** Oldest slot that the call asks for, if it names one. */
  readonly oldestSlot: number | undefined;
  /** Client whose calls stick to one upstream while its score is close to the best; undefined picks at random. */
  readonly client: RememberedClient | undefined;
}

/** Reads the requirements of a call, and fewer of them if there is only one upstream to choose. */
export function readNeeds(call: UpstreamCall, set: UpstreamSet): Needs {
  const { method, upstreamMethod, unfitReasons, params, floor } = call;
  const isSingle = set.upstreams.length === 1;
  const commitment = isSingle && floor === undefined ? "processed" : answerCommitment(method, params);
  const client = isSingle ? undefined : rememberedClientOf(call, set);
  return {
    upstreamMethod,
    purpose: purposeOf(call),
    unfitReasons,
    providers: method?.providers,
    commitment,
    minContextSlot: isSingle ? undefined : readMinContextSlot(params),
    preferredSlot: isSingle ? 0 : Math.max(client?.shown[commitment] ?? 0, call.preferredSlot ?? 0),
    floor,
    oldestSlot: !isSingle && method?.history === "slot" ? firstNumber(params) : undefined,
    client,
  };
}

/** The first parameter of a list, if it is a number. */
function firstNumber(params: string): number | undefined {
  const digits = /^\s*\[\s*(\d{1,16})\s*[,\]]/.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** What the upstream is used for; an undocumented method counts as a read. */
function purposeOf({ method }: UpstreamCall): UpstreamPurpose {
  return method?.effect === "send" || method?.effect === "airdrop" ? "sends" : "reads";
}

const minContextSlotPattern = /"minContextSlot"\s*:\s*(\d{1,20})/;

/** The call's `minContextSlot`, read loosely: it only guides the choice of an upstream. */
function readMinContextSlot(params: string): number | undefined {
  // Few calls have one, and this check is cheaper than the pattern.
  if (!params.includes('"minContextSlot"')) return undefined;
  const digits = minContextSlotPattern.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
