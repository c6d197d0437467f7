import type { IncomingMessage } from "node:http";
import type { ConsistencyConfig } from "../../../generated/config.ts";
import type { Session } from "../../call/session.ts";
import type { SessionTable } from "../../consistency/session-table.ts";
import { maxAsked } from "../../gateway/agreement-rules.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { Sending } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Longest text that names a session. */
const maxNameLength = 128;
const slotText = /^\d{1,15}$/;

/** What a request says about the state that it may be answered from. */
export interface AskedState {
  readonly session: Session | undefined;
  /** The lowest slot. */
  readonly minSlot: number | undefined;
  /** Upstreams that must give the same answer. */
  readonly agree: number | undefined;
  /** How its transactions are to be sent. */
  readonly sending: Sending | undefined;
}

const nothingAsked: AskedState = {
  session: undefined,
  minSlot: undefined,
  agree: undefined,
  sending: undefined,
};

/** Reads the headers of a request that say which state it may be answered from. */
export type StateOf = (request: IncomingMessage, caller: Caller) => AskedState;

/** Builds the reader of a request's session, its lowest slot and how many upstreams must agree. It throws for a header that is not valid. */
export function createAskedState(
  sessions: SessionTable,
  { session: sessionOf }: Pick<ConsistencyConfig, "session">,
): StateOf {
  const ofCallers = sessionOf === "caller";

  return ({ headers }, caller) => {
    const { "x-session": name, "x-min-slot": slot, "x-agree": agree, "x-send": sending } = headers;
    const isPlain = name === undefined && slot === undefined && agree === undefined && sending === undefined;
    if (isPlain && !ofCallers) return nothingAsked;
    const owner = ownerOf(caller);
    let session: Session | undefined;
    if (name !== undefined && name !== "") {
      const checked = checkedName(String(name));
      // Whoever has no key may share a session by its name, from several addresses. No header can hold a line break.
      session = sessions.named(caller.known === undefined ? checked : `${owner}\n${checked}`, owner);
    } else if (ofCallers) session = sessions.ofCaller(owner);
    return {
      session,
      minSlot: slot === undefined ? undefined : checkedSlot(String(slot)),
      agree: agree === undefined ? undefined : checkedAgree(String(agree)),
      sending: sending === undefined ? undefined : checkedSending(String(sending)),
    };
  };
}

/** Whose sessions are separate: those of each key, and of each client address of a key that web pages may use. */
function ownerOf({ address = "", known }: Caller): string {
  if (known === undefined) return address;
  return known.places?.isForPages === true ? `${known.id} ${address}` : known.id;
}

function checkedName(name: string): string {
  if (name.length <= maxNameLength) return name;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-session has ${name.length} characters; at most ${maxNameLength} are allowed.`,
  );
}

function checkedSlot(text: string): number {
  if (slotText.test(text)) return Number(text);
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-min-slot must be a slot in digits, got ${JSON.stringify(text.slice(0, 40))}.`,
  );
}

function checkedSending(text: string): Sending {
  if (text === "once" || text === "broadcast" || text === "land") return text;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-send must be once, broadcast or land, got ${JSON.stringify(text.slice(0, 40))}.`,
  );
}

function checkedAgree(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count >= 2 && count <= maxAsked) return count;
  throw RpcError.of(
    "invalidRequest",
    `Invalid Request: x-agree must be a number of upstreams from 2 to ${maxAsked}, got ${JSON.stringify(text.slice(0, 40))}.`,
  );
}
