import type { IncomingMessage } from "node:http";
import type { ConsistencyConfig } from "../../../generated/config.ts";
import type { Session } from "../../call/session.ts";
import type { SessionTable } from "../../consistency/sessions/session-table.ts";
import { maxAsked } from "../../gateway/agreement-rules.ts";
import type { Caller, CallOptions } from "../../gateway/gateway-call.ts";
import { parseWholeNumber } from "../../json/whole-number.ts";
import type { Sending } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";

/** Longest x-session, in characters. */
const maxNameLength = 128;

const noOptions: CallOptions = {
  session: undefined,
  minSlot: undefined,
  agree: undefined,
  sending: undefined,
  bypassesCache: false,
  traceparent: undefined,
};

/** Reads what a request's headers ask for. Throws `invalidRequest` for an invalid one. */
export type ReadCallHeaders = (request: IncomingMessage, caller: Caller) => CallOptions;

/** With `session: caller`, calls without x-session share their caller's session. */
export function createCallHeaderReader(
  sessions: SessionTable,
  { session: sessionOf }: Pick<ConsistencyConfig, "session">,
): ReadCallHeaders {
  const isPerCaller = sessionOf === "caller";

  return ({ headers }, caller) => {
    const { "x-session": name, "x-min-slot": slot, "x-agree": agree, "x-send": sending } = headers;
    const { traceparent, "cache-control": cacheControl } = headers;
    const asksNothing =
      name === undefined &&
      slot === undefined &&
      agree === undefined &&
      sending === undefined &&
      traceparent === undefined &&
      cacheControl === undefined;
    if (asksNothing && !isPerCaller) return noOptions;
    const owner = sessionOwner(caller);
    let session: Session | undefined;
    if (name !== undefined && name !== "") {
      const checked = checkedName(String(name));
      // Callers without a key share a session by its name, even from several addresses. Names can't collide with those of keys: a
      // header can't hold a line break.
      session = sessions.named(caller.authenticated === undefined ? checked : `${owner}\n${checked}`, owner);
    } else if (isPerCaller) session = sessions.ofCaller(owner);
    return {
      session,
      minSlot: slot === undefined ? undefined : checkedSlot(String(slot)),
      agree: agree === undefined ? undefined : checkedAgree(String(agree)),
      sending: sending === undefined ? undefined : checkedSending(String(sending)),
      // The client refuses cached answers.
      bypassesCache: cacheControl?.toLowerCase().includes("no-cache") === true,
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    };
  };
}

/** Sessions belong to a key or token, or to each client address of one that web pages use; without a key, to the address. */
function sessionOwner({ address = "", authenticated }: Caller): string {
  if (authenticated === undefined) return address;
  return authenticated.restrictions?.isForPages === true
    ? `${authenticated.id} ${address}`
    : authenticated.id;
}

function checkedName(name: string): string {
  if (name.length <= maxNameLength) return name;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-session has ${name.length} characters; at most ${maxNameLength} are allowed.`,
  );
}

function checkedSlot(text: string): number {
  const slot = parseWholeNumber(text);
  if (slot !== undefined) return slot;
  throw invalidHeaderError("x-min-slot must be a slot in digits", text);
}

function checkedSending(text: string): Sending {
  if (text === "once" || text === "broadcast" || text === "land") return text;
  throw invalidHeaderError("x-send must be once, broadcast or land", text);
}

function checkedAgree(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 2 && count <= maxAsked) return count;
  throw invalidHeaderError(`x-agree must be a number of upstreams from 2 to ${maxAsked}`, text);
}

function invalidHeaderError(rule: string, got: string): RpcError {
  return RpcError.of("invalidRequest", `Invalid Request: ${rule}, got ${JSON.stringify(truncate(got))}.`);
}
