import type { IncomingMessage } from "node:http";
import type { ConsistencyConfig } from "../../../generated/config.ts";
import type { Session } from "../../call/session.ts";
import type { SessionTable } from "../../consistency/sessions/session-table.ts";
import { maxAsked } from "../../gateway/agreement-rules.ts";
import type { Caller, CallPreferences } from "../../gateway/gateway-call.ts";
import { parseWholeNumber } from "../../json/whole-number.ts";
import type { Sending } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";

/** Longest x-session, in characters. */
const maxSessionNameLength = 128;

const noPreferences: CallPreferences = {
  session: undefined,
  minSlot: undefined,
  agree: undefined,
  sending: undefined,
  bypassesCache: false,
  traceparent: undefined,
};

/** Reads a call's preferences in the headers of its request. Throws `invalidRequest` for an invalid value. */
export type ReadCallHeaders = (request: IncomingMessage, caller: Caller) => CallPreferences;

/** Builds the reader. With `session: caller`, all calls of a caller without x-session share one session. */
export function createCallHeaderReader(
  sessions: SessionTable,
  { session: defaultSession }: Pick<ConsistencyConfig, "session">,
): ReadCallHeaders {
  const isPerCaller = defaultSession === "caller";

  return ({ headers }, caller) => {
    const { "x-session": name, "x-min-slot": slot, "x-agree": agree, "x-send": sending } = headers;
    const { traceparent, "cache-control": cacheControl } = headers;
    const hasNoCallHeaders =
      name === undefined &&
      slot === undefined &&
      agree === undefined &&
      sending === undefined &&
      traceparent === undefined &&
      cacheControl === undefined;
    if (hasNoCallHeaders && !isPerCaller) return noPreferences;
    const owner = sessionOwner(caller);
    let session: Session | undefined;
    if (name !== undefined && name !== "") {
      const validName = parseSessionName(String(name));
      // Callers without a key share a session by name, from any address. Such a name can't collide with one of a key, because a
      // header can't contain a line break.
      session = sessions.named(
        caller.authenticated === undefined ? validName : `${owner}\n${validName}`,
        owner,
      );
    } else if (isPerCaller) session = sessions.ofCaller(owner);
    return {
      session,
      minSlot: slot === undefined ? undefined : parseMinSlot(String(slot)),
      agree: agree === undefined ? undefined : parseAgree(String(agree)),
      sending: sending === undefined ? undefined : parseSending(String(sending)),
      bypassesCache: cacheControl?.toLowerCase().includes("no-cache") === true,
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    };
  };
}

/** The owner of a session: the key or token, joined with the client address if web pages share it; without a key, the address. */
function sessionOwner({ address = "", authenticated }: Caller): string {
  if (authenticated === undefined) return address;
  return authenticated.restrictions?.isForPages === true
    ? `${authenticated.id} ${address}`
    : authenticated.id;
}

function parseSessionName(name: string): string {
  if (name.length <= maxSessionNameLength) return name;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-session has ${name.length} characters; at most ${maxSessionNameLength} are allowed.`,
  );
}

function parseMinSlot(text: string): number {
  const slot = parseWholeNumber(text);
  if (slot !== undefined) return slot;
  throw invalidHeaderError("x-min-slot must be a slot in digits", text);
}

function parseSending(text: string): Sending {
  if (text === "once" || text === "broadcast" || text === "land") return text;
  throw invalidHeaderError("x-send must be once, broadcast or land", text);
}

function parseAgree(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 2 && count <= maxAsked) return count;
  throw invalidHeaderError(`x-agree must be a number of upstreams from 2 to ${maxAsked}`, text);
}

function invalidHeaderError(rule: string, got: string): RpcError {
  return RpcError.of("invalidRequest", `Invalid Request: ${rule}, got ${JSON.stringify(truncate(got))}.`);
}
