import type { Socket } from "node:net";
import type { Cancellation } from "../../call/cancellation.ts";
import type { CallNotes } from "../../call/upstream-call.ts";
import type { Caller, Gateway, GatewayCall } from "../../gateway/gateway-call.ts";
import type { Dialect } from "../../gateway/params/dialect.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { AnswerOptions } from "../../rpc/answer.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { AskedState } from "../shared/asked-state.ts";
import { countGathered } from "../shared/unread-bytes.ts";

/** What all requests share. */
export interface ScopeEnvironment {
  readonly gateway: Gateway;
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly onError: (fault: RpcError) => void;
}

/** What one HTTP request says about all its calls. */
export interface RequestFacts {
  readonly dialect: Dialect;
  readonly network: string | undefined;
  readonly caller: Caller;
  readonly cancellation: Cancellation;
  readonly isFresh: boolean;
  readonly state: AskedState;
  readonly traceparent: string | undefined;
}

/** One HTTP request while it is answered: what its calls share, and what they note. One object per request, without closures. */
export class RequestScope implements AnswerOptions {
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly nodeCodes: boolean;
  readonly #environment: ScopeEnvironment;
  readonly #facts: RequestFacts;
  readonly #socket: Socket;
  /** Of the last call. */
  #notes: CallNotes | undefined;
  #calls = 0;
  #gathered = 0;

  constructor(environment: ScopeEnvironment, socket: Socket, facts: RequestFacts) {
    this.maxBatch = environment.maxBatch;
    this.maxAnswerBytes = environment.maxAnswerBytes;
    this.nodeCodes = facts.dialect === "ledger";
    this.#environment = environment;
    this.#socket = socket;
    this.#facts = facts;
  }

  /** The slot of the one answer; undefined if there are several. */
  get slot(): number | undefined {
    return this.#calls === 1 ? this.#notes?.slot : undefined;
  }

  /** Where the one answer came from; undefined if there are several. */
  get cache(): CallNotes["cache"] {
    return this.#calls === 1 ? this.#notes?.cache : undefined;
  }

  /** How the one transaction was sent, if that was to be until it lands. */
  get sending(): CallNotes["sending"] {
    return this.#calls === 1 ? this.#notes?.sending : undefined;
  }

  call({ method, params }: RpcRequest): Promise<RawJson> {
    this.#calls += 1;
    const notes: CallNotes = {};
    this.#notes = notes;
    const { dialect, network, caller, cancellation, isFresh, state, traceparent } = this.#facts;
    const call: GatewayCall = {
      dialect,
      method,
      params,
      network,
      caller,
      cancellation,
      isFresh,
      session: state.session,
      minSlot: state.minSlot,
      agree: state.agree,
      sending: state.sending,
      traceparent,
      notes,
    };
    return this.#environment.gateway.call(call);
  }

  onError(fault: RpcError): void {
    this.#environment.onError(fault);
  }

  onGathered(bytes: number): void {
    countGathered(this.#socket, bytes - this.#gathered);
    this.#gathered = bytes;
  }

  /** All answers are complete: none waits for the others any more. */
  end(): void {
    if (this.#gathered > 0) countGathered(this.#socket, -this.#gathered);
  }
}
