import type { Agreement } from "../call/agreement.ts";
import { answerSlot } from "../call/learn-shown-slots.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { member } from "../json/cut-members.ts";
import { wrapValue } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { matchesMethod } from "../networks/method-patterns.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type AgreementRules, agreementOn, upstreamsAsked } from "./agreement-rules.ts";
import { answerSubscription, isSubscriptionMethod, type SubscriptionBounds } from "./answer-subscription.ts";
import { bindParams } from "./bind-params.ts";
import type { BoundParams } from "./bound-params.ts";
import { CallContext, type ContextEnvironment } from "./call-context.ts";
import { fanOut } from "./fan-out.ts";
import { unknownMethod } from "./find-method.ts";
import type { Caller, Gateway, GatewayCall } from "./gateway-call.ts";
import type { HandlerContext } from "./handler-context.ts";
import type { MethodPlan } from "./method-plan.ts";
import { NetworkCall } from "./network-call.ts";
import { assertRunsOn, type Selection, selectNetworks } from "./select-networks.ts";
import { allowedNameOf, unlistedSubscription } from "./unlisted-subscription.ts";

/** Answers one ledger method on one network. */
export type LedgerHandler = (context: HandlerContext) => Promise<RawJson>;

/** Answers one of the gateway's own methods about networks. */
export type NetworkHandler = (params: BoundParams) => Promise<RawJson>;

/** One answered call on one network. */
export interface CallEvent {
  /** Undefined for a name that the document does not list. */
  readonly method: MethodDescription | undefined;
  /** Network id; undefined for the gateway's own methods and for faults before a network was chosen. */
  readonly network: string | undefined;
  readonly transport: Caller["transport"];
  readonly seconds: number;
  readonly fault: RpcError | undefined;
}

/** What a gateway is made of. */
export interface GatewayOptions extends ContextEnvironment {
  readonly ledgerHandlers: ReadonlyMap<string, LedgerHandler>;
  readonly networkHandlers: ReadonlyMap<string, NetworkHandler>;
  /** The handler that only passes a call on; recognised so that the ledger dialect needs no binding for it. */
  readonly forward: LedgerHandler;
  readonly store: NetworkStore;
  readonly execution: "single" | "multi";
  readonly requestTimeoutMs: number;
  /** Takes `points` from what the rate limit leaves the caller, or throws `rateLimited`. */
  readonly admit: (caller: Caller, points: number) => void | Promise<void>;
  /** Which reads several upstreams must answer alike. */
  readonly agreements: AgreementRules;
  /** Charges a caller for an answer from memory by its size; gives the answer to send. */
  readonly chargeAnswer: (caller: Caller, question: string, answer: RawJson) => RawJson;
  /** Throws `notAllowed` for a caller who may not change networks. */
  readonly assertMayManage: (caller: Caller) => void;
  /** What subscriptions may cost. */
  readonly subscriptions: SubscriptionBounds;
  /** Called with every answered call: for metrics and the log. */
  readonly observe: (event: CallEvent) => void;
}

/** Answers a prepared call on one of its networks. */
type Answer = (network: Network) => Promise<RawJson>;

/**
 * The one path of a call, as a list of steps: find the method, select networks, admit the caller, bind and check
 * parameters, then per network its handler, which sends through cache, coalescing and upstreams, or the client's subscriptions.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { plans, store, send } = options;

  // No async function where nothing is waited for: each costs a call three turns of the microtask queue.
  function call(request: GatewayCall): Promise<RawJson> {
    const plan = plans.get(request.method);
    const started = performance.now();
    if (plan?.method.kind === "network")
      return observed(request, plan.method, undefined, started, () => answerNetworkMethod(plan, request));

    let selection: Selection;
    let agreement: Agreement | undefined;
    let admitted: void | Promise<void>;
    try {
      selection = selectNetworks(
        store,
        request.dialect === "gateway" ? options.execution : "single",
        request.network,
      );
      agreement = options.agreements.of(plan?.method, request.agree);
      const networks = selection.mode === "all" ? selection.networks : [selection.network];
      admitted = options.admit(request.caller, upstreamsAsked(networks, agreement) * pointsOf(plan));
    } catch (caught) {
      return Promise.reject(observeFault(request, plan?.method, undefined, started, caught));
    }
    if (admitted === undefined) return answerOn(selection, request, plan, agreement, started);
    return admitted.then(
      () => answerOn(selection, request, plan, agreement, started),
      (caught: unknown) => {
        throw observeFault(request, plan?.method, undefined, started, caught);
      },
    );
  }

  function answerOn(
    selection: Selection,
    request: GatewayCall,
    plan: MethodPlan | undefined,
    agreement: Agreement | undefined,
    started: number,
  ): Promise<RawJson> {
    let answer: Answer;
    try {
      const deadline = started + options.requestTimeoutMs;
      answer =
        plan === undefined
          ? answerUnlisted(request, deadline)
          : answerListed(plan, request, agreement, deadline);
    } catch (caught) {
      return Promise.reject(observeFault(request, plan?.method, undefined, started, caught));
    }
    const onOne = (network: Network) =>
      observed(request, plan?.method, network.id, started, () => answer(network));
    if (selection.mode === "single") return onOne(selection.network);
    return fanOut(selection.networks, onOne).then((answers) => {
      request.notes.slot = undefined;
      return answers;
    });
  }

  /** Each subscription goes on costing after its answer, heavy ones much. */
  function pointsOf(plan: MethodPlan | undefined): number {
    return plan?.method.kind === "subscribe" && plan.method.heavy ? options.subscriptions.heavyPoints : 1;
  }

  async function answerNetworkMethod(plan: MethodPlan, request: GatewayCall): Promise<RawJson> {
    const admitted = options.admit(request.caller, 1);
    if (admitted !== undefined) await admitted;
    if (plan.method.effect === "manage") options.assertMayManage(request.caller);
    const answer = await handlerOf(options.networkHandlers, plan)(bindParams(plan, request.params));
    return options.chargeAnswer(request.caller, `${request.method} ${request.params}`, answer);
  }

  function answerListed(
    plan: MethodPlan,
    request: GatewayCall,
    agreement: Agreement | undefined,
    deadline: number,
  ): Answer {
    const { method } = plan;
    if (isSubscriptionMethod(method)) return answerSubscription(plan, request, options.subscriptions);
    const handler = handlerOf(options.ledgerHandlers, plan);
    // What a client sends on the ledger dialect goes out as it is; only what nodes do not serve is answered here.
    if (request.dialect === "ledger" && (method.origin === "current" || handler === options.forward)) {
      const name = method.upstreamNames[0] ?? method.name;
      return (network) => {
        assertRunsOn(method, network);
        const agreed = agreementOn(network, agreement, request.agree);
        return send(new NetworkCall(request, network, deadline, method, name, request.params ?? "", agreed));
      };
    }
    const params = bindParams(plan, request.params);
    return (network) => {
      assertRunsOn(method, network);
      const agreed = agreementOn(network, agreement, request.agree);
      const result = handler(new CallContext(options, request, network, deadline, params, agreed));
      return method.wrapped && request.dialect === "gateway" ? result.then(wrapValue) : result;
    };
  }

  /** Methods that the document does not list pass only where the network's operator allowed them. */
  function answerUnlisted(request: GatewayCall, deadline: number): Answer {
    if (request.dialect !== "ledger") throw unknownMethod(plans, request);
    const subscription = request.subscriber === undefined ? undefined : unlistedSubscription(request.method);
    const allowedName = subscription === undefined ? request.method : allowedNameOf(request.method);
    const subscribe = subscription && answerSubscription(subscription, request, options.subscriptions);
    return (network) => {
      const { loopback, crossOrigin } = request.caller;
      const open = !network.allowMethodsFromLoopbackOnly || (loopback && !crossOrigin);
      if (!open || !matchesMethod(network.allowMethods, allowedName)) throw unknownMethod(plans, request);
      if (subscribe !== undefined) return subscribe(network);
      return send(
        new NetworkCall(
          request,
          network,
          deadline,
          undefined,
          request.method,
          request.params ?? "",
          undefined,
        ),
      );
    };
  }

  async function observed(
    request: GatewayCall,
    method: MethodDescription | undefined,
    network: string | undefined,
    started: number,
    answer: () => Promise<RawJson>,
  ): Promise<RawJson> {
    try {
      const result = await answer();
      const { transport } = request.caller;
      // Only HTTP has a place to say it.
      if (transport === "http" && method !== undefined) request.notes.slot = slotOf(method, request, result);
      options.observe({ method, network, transport, seconds: secondsSince(started), fault: undefined });
      return result;
    } catch (caught) {
      throw observeFault(request, method, network, started, caught);
    }
  }

  function observeFault(
    request: GatewayCall,
    method: MethodDescription | undefined,
    network: string | undefined,
    started: number,
    caught: unknown,
  ): RpcError {
    const fault = RpcError.from(caught);
    const { transport } = request.caller;
    options.observe({ method, network, transport, seconds: secondsSince(started), fault });
    return fault;
  }

  return { call };
}

function handlerOf<Handler>(handlers: ReadonlyMap<string, Handler>, plan: MethodPlan): Handler {
  const handler = handlers.get(plan.method.name);
  if (handler === undefined) throw new Error(`no handler for ${plan.method.name}`);
  return handler;
}

function slotOf(method: MethodDescription, { dialect }: GatewayCall, result: RawJson): number | undefined {
  if (method.slotAt !== "result" || !method.wrapped || dialect !== "gateway")
    return answerSlot(method, result);
  const scalar = member(result, "value");
  return scalar === undefined ? undefined : answerSlot(method, scalar);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
