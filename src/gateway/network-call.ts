import type { Agreement } from "../call/agreement.ts";
import type { CallSpan } from "../call/call-span.ts";
import type { Cancellation } from "../call/cancellation.ts";
import type { Session } from "../call/session.ts";
import type { CallNotes, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";
import type { GatewayCall } from "./gateway-call.ts";

/** What a client's call becomes on one network, in the ledger's own form. */
export class NetworkCall implements UpstreamCall {
  readonly network: Network;
  readonly agreement: Agreement | undefined;
  readonly deadline: number;
  readonly method: MethodDescription | undefined;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly maxValues: number | undefined;
  readonly #request: GatewayCall;

  constructor(
    request: GatewayCall,
    network: Network,
    deadline: number,
    method: MethodDescription | undefined,
    upstreamMethod: string,
    params: string,
    agreement: Agreement | undefined,
    maxValues?: number,
  ) {
    this.#request = request;
    this.network = network;
    this.agreement = agreement;
    this.deadline = deadline;
    this.method = method;
    this.upstreamMethod = upstreamMethod;
    this.params = params;
    this.maxValues = maxValues;
  }

  get client(): string | undefined {
    return this.#request.caller.address;
  }

  get session(): Session | undefined {
    return this.#request.session;
  }

  get minSlot(): number | undefined {
    return this.#request.minSlot;
  }

  get cancellation(): Cancellation {
    return this.#request.cancellation;
  }

  get notes(): CallNotes {
    return this.#request.notes;
  }

  get isFresh(): boolean | undefined {
    return this.#request.isFresh;
  }

  get span(): CallSpan | undefined {
    return this.#request.span;
  }
}
