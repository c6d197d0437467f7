import { callCommitment, readConfigText } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { ParamDescription } from "../contract/param-description.ts";
import { member } from "../json/cut-raw.ts";
import { cutArray, cutMember } from "../json/cut-text.ts";
import type { RawJson } from "../json/raw-json.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import type { ReadonlyLedgerClock } from "../ledger-clock/ledger-clock.ts";
import type { Validity } from "./answer-cache.ts";

const alwaysValid: Validity = {};

interface AnswerTime {
  readonly clock: ReadonlyLedgerClock;
  /** The epoch when the call was sent; undefined if it was uncertain. */
  readonly epochBefore: number | undefined;
}

/** True if results of a method may be cached. */
export function isCacheable(method: MethodDescription | undefined): method is MethodDescription {
  if (method === undefined || method.effect !== "read") return false;
  const { cache } = method;
  return cache.class === "pinned" || cache.class === "static" || cache.class === "epoch";
}

/** How long a result is valid; undefined if it must not be cached. Null never is: another upstream, or a later call, may have a value. */
export function validityOf(call: UpstreamCall, result: RawJson, time: AnswerTime): Validity | undefined {
  const { method } = call;
  if (method === undefined || result.isNull) return undefined;
  // Parameters or a result of an undocumented form are not cached.
  return unlessJsonError(() => {
    switch (method.cache.class) {
      case "static":
        return alwaysValid;
      case "epoch": {
        const epoch = time.clock.epochAt(performance.now());
        return epoch !== undefined && epoch === time.epochBefore ? { epoch } : undefined;
      }
      case "pinned":
        return isFinalAnswer(call, method, result, time.clock) ? alwaysValid : undefined;
      default:
        return undefined;
    }
  });
}

function isFinalAnswer(
  call: UpstreamCall,
  method: MethodDescription,
  result: RawJson,
  clock: ReadonlyLedgerClock,
): boolean {
  const { pin } = method.cache;
  const param = method.params.find(({ name }) => name === pin?.param);
  if (pin === undefined || param === undefined) return false;
  switch (pin.kind) {
    case "slot":
      return asksForFinalized(call, method) || isFinalSlot(rawValue(call.params, param, method), clock);
    case "signature":
      return asksForFinalized(call, method) || isFinalSlot(member(result, "slot")?.toString(), clock);
    case "epoch":
      return isPastEpoch(rawValue(call.params, param, method), clock) && !holdsNull(result);
  }
}

/** True if the call asks for finalized state, which is the default. */
function asksForFinalized({ params }: UpstreamCall, method: MethodDescription): boolean {
  if (callCommitment(method, params) !== "finalized") return false;
  const config = readConfigText(params, method);
  // With a context, a missing value is wrapped in an object, so it would not be recognized as null.
  return config === undefined || cutMember(config, "withContext") === undefined;
}

/** JSON text of a parameter as sent upstream. */
function rawValue(
  params: string,
  { place }: ParamDescription,
  method: MethodDescription,
): string | undefined {
  if (params === "") return undefined;
  if (place.at === "position") return cutArray(params)[place.index];
  if (place.at !== "config") return undefined;
  const config = readConfigText(params, method);
  return config === undefined ? undefined : cutMember(config, place.field);
}

function isFinalSlot(raw: string | undefined, clock: ReadonlyLedgerClock): boolean {
  return raw !== undefined && /^\d+$/.test(raw) && clock.isFinal(Number(raw));
}

function isPastEpoch(raw: string | undefined, clock: ReadonlyLedgerClock): boolean {
  const epoch = clock.epochAt(performance.now());
  return raw !== undefined && /^\d+$/.test(raw) && epoch !== undefined && Number(raw) < epoch;
}

/** True if an array contains null, meaning a missing value. Null members of objects follow a colon and do not match. */
function holdsNull(result: RawJson): boolean {
  return /[[,]\s*null\s*[,\]]/.test(result.toString());
}
