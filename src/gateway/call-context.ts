import type { NetworkHandlers } from "../../generated/handlers.ts";
import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import type { Cancellation } from "../call/cancellation.ts";
import { type Agreement, type CallFields, type Send, UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import { unquote } from "../json/cut-text.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Landing } from "../landing/landing.ts";
import type { TrackedTransaction } from "../landing/tracked-transaction.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type AgreementRules, countAskedUpstreams } from "./agreement-rules.ts";
import type { CallerLimits } from "./caller-limits.ts";
import type { GatewayAnswers } from "./gateway-answers.ts";
import type { CallEvent, Caller, GatewayCall } from "./gateway-call.ts";
import type { BoundParams } from "./params/bound-params.ts";
import { ledgerParams } from "./params/ledger-params.ts";
import { findMethod } from "./params/method-index.ts";

/** How an authenticated caller's call ended; `refused` by its rights or limits. */
export type CallOutcome = "answered" | "failed" | "refused";

/** Dependencies and settings that all calls of a gateway share. */
export interface GatewayOptions extends CallerLimits {
  readonly send: Send;
  /** Transactions that are sent until they land; undefined if none are. */
  readonly landing?: Pick<Landing, "find" | "findAtPeers"> | undefined;
  readonly commitment: Commitment | undefined;
  /** Handlers of the methods that are not simply forwarded. */
  readonly ledgerHandlers: ReadonlyMap<string, LedgerHandler>;
  readonly networkHandlers: NetworkHandlers<NetworkHandlerContext>;
  readonly heavyPoints: number;
  readonly store: NetworkStore;
  readonly execution: "single" | "multi";
  readonly requestTimeoutMs: number;
  /** Longest joined answer of several networks, in bytes. */
  readonly maxAnswerBytes: number;
  readonly agreements: AgreementRules;
  readonly gatewayAnswers: Pick<GatewayAnswers, "answer">;
  /** Throws `notAllowed` for a caller who may not change networks. */
  readonly assertMayManage: (caller: Caller) => void;
  readonly observe: (event: CallEvent) => void;
  /** Counts a call of an authenticated caller; an undocumented method is `other`. */
  readonly countCall: (caller: AuthenticatedCaller, method: string, outcome: CallOutcome) => void;
}

/** Answers one ledger method on one network. */
export type LedgerHandler = (context: CallContext) => Promise<RawJson>;

/** A call of one of the gateway's own methods, with its parameters bound and checked. */
export interface NetworkHandlerContext {
  readonly params: BoundParams;
  /** True if the change outlives the process. */
  readonly persist: boolean;
  /** The caller. Networks that it may not use are hidden from it. */
  readonly caller: Pick<Caller, "authenticated">;
}

/** A client's call, which may go to several networks. */
export interface ClientCall {
  readonly options: GatewayOptions;
  readonly request: GatewayCall;
  /** `performance.now()` at which the call times out. */
  readonly deadline: number;
}

/** A client's call on one network, as its handler sees it. Independent of the transport. */
export class CallContext {
  readonly method: MethodDescription;
  readonly params: BoundParams;
  readonly network: Network;
  readonly #call: ClientCall;
  readonly #agreement: Agreement | undefined;
  #sentCount = 0;

  constructor(call: ClientCall, network: Network, params: BoundParams, agreement: Agreement | undefined) {
    this.#call = call;
    this.network = network;
    this.#agreement = agreement;
    this.params = params;
    this.method = params.methodIndex.method;
  }

  get cancellation(): Cancellation {
    return this.#call.request.cancellation;
  }

  /** Transactions that are sent until they land; undefined if none are. */
  get landing(): GatewayOptions["landing"] {
    return this.#call.options.landing;
  }

  /** The caller's commitment, or the configured one, as JSON text; undefined leaves it to the upstream. */
  get commitment(): string | undefined {
    const index = this.params.methodIndex.commitmentIndex;
    const given = index < 0 ? undefined : this.params.rawValues[index];
    const { options, request } = this.#call;
    const configured = request.dialect === "gateway" ? options.commitment : undefined;
    return given ?? (configured === undefined ? undefined : `"${configured}"`);
  }

  /** Forwards the call in the ledger's own form. `maxValues` bounds an answer that the handler parses (see UpstreamCall). */
  forward(maxValues?: number): Promise<RawJson<never>> {
    return this.#send<never>({ method: this.method, params: this.#ledgerParams(), maxValues });
  }

  /** Sends another call to the same network. `params` is JSON text in the ledger's own form. */
  ask<Result>(method: string, params: string, maxValues?: number): Promise<RawJson<Result>> {
    return this.#send<Result>({ method: findMethod(method), params, maxValues });
  }

  /** Sends a transaction by this method until it lands. Rejects if an upstream refuses it or too many are pending. */
  async land(method: string): Promise<TrackedTransaction> {
    const answer = await this.#send<string>({
      method: findMethod(method),
      params: this.#ledgerParams(),
      sending: "land",
    });
    const signature = unquote(answer.toString());
    const pending = this.landing?.find(this.network.id, signature);
    if (pending !== undefined) return pending;
    throw RpcError.of(
      "atCapacity",
      `Too many transactions are pending (landing.max_pending): ${signature} was sent once and is not watched; call getSignatureStatuses.`,
      { data: { signature } },
    );
  }

  /** Reports progress, in words, to a caller that asked for it. */
  reportProgress(message: string): void {
    this.#call.request.onProgress?.(message);
  }

  #ledgerParams(): string {
    const { options, request } = this.#call;
    return ledgerParams(this.params, request.dialect, options.commitment);
  }

  #send<Result>(sent: SentFields): Promise<RawJson<Result>> {
    // Every read of the handler needs the call's agreement.
    const agreement = sent.method?.effect === "read" ? this.#agreement : undefined;
    const { options, request } = this.#call;
    // The first call was charged on admission.
    if (this.#sentCount > 0) options.charge(request.caller, countAskedUpstreams([this.network], agreement));
    this.#sentCount += 1;
    const call = networkCall(this.#call, this.network, sent, agreement);
    // The result is assumed to be what the document says; nothing parses it to check.
    return options.send(call) as Promise<RawJson<Result>>;
  }
}

type SentFields = Pick<CallFields, "method" | "undocumentedMethod" | "params" | "maxValues" | "sending">;

/** Builds the upstream call for a client's call on one network. */
export function networkCall(
  { options: { charge }, request, deadline }: ClientCall,
  network: Network,
  sent: SentFields,
  agreement?: Agreement | undefined,
): UpstreamCall {
  const { caller, preferences } = request;
  return new UpstreamCall({
    network,
    method: sent.method,
    undocumentedMethod: sent.undocumentedMethod,
    params: sent.params,
    cancellation: request.cancellation,
    deadline,
    notes: request.notes,
    clientAddress: caller.address,
    charge: (calls) => charge(caller, calls),
    session: preferences?.session,
    minSlot: preferences?.minSlot,
    agreement,
    bypassesCache: preferences?.bypassesCache,
    maxValues: sent.maxValues,
    span: request.span,
    sending: sent.sending ?? preferences?.sending,
  });
}
