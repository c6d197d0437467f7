import type { Socket } from "node:net";
import type { Cancellation } from "../../call/cancellation.ts";
import type { CallNotes } from "../../call/upstream-call.ts";
import type { Caller, Gateway, GatewayCall } from "../../gateway/gateway-call.ts";
import type { Dialect } from "../../gateway/params/bound-params.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { AnswerOptions } from "../../rpc/answer.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { AskedState } from "../shared/asked-state.ts";
import { countGathered } from "../shared/unread-bytes.ts";

interface ScopeEnvironment {
  readonly gateway: Gateway;
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly onError: (fault: RpcError) => void;
}

/** What all calls of one HTTP request share. */
interface RequestFacts {
  readonly dialect: Dialect;
  readonly network: string | undefined;
  readonly caller: Caller;
  readonly cancellation: Cancellation;
  readonly isFresh: boolean;
  readonly state: AskedState;
  readonly traceparent: string | undefined;
}

/** One HTTP request while it is answered. A single object instead of closures, which cost more per request. */
export class RequestScope implements AnswerOptions {
  readonly maxBatch: number;
  readonly maxAnswerBytes: number;
  readonly nodeCodes: boolean;
  readonly #environment: ScopeEnvironment;
  readonly #facts: RequestFacts;
  readonly #socket: Socket;
  /** Notes of the last call. */
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

  /** Slot of the answer; undefined for a batch of several calls. */
  get slot(): number | undefined {
    return this.#calls === 1 ? this.#notes?.slot : undefined;
  }

  /** Where the answer came from; undefined for a batch of several calls. */
  get cache(): CallNotes["cache"] {
    return this.#calls === 1 ? this.#notes?.cache : undefined;
  }

  /** How the transaction was sent, if it was to be sent until it lands. */
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

  /** Stops counting answers that wait for the rest of their batch, once all are complete. */
  end(): void {
    if (this.#gathered > 0) countGathered(this.#socket, -this.#gathered);
  }
}
