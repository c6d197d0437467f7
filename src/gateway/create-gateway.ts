import { answerSlot } from "../call/learn-shown-slots.ts";
import type { Agreement } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { member } from "../json/cut-members.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Admit } from "./admission.ts";
import { type AgreementRules, countAskedUpstreams } from "./agreement-rules.ts";
import { fanOut } from "./fan-out.ts";
import type { CallEvent, Caller, Gateway, GatewayCall } from "./gateway-call.ts";
import { handlerOf, type NetworkHandler } from "./handlers.ts";
import { explainMissingMethod } from "./missing-method.ts";
import { bindParams } from "./params/bind-params.ts";
import type { MethodPlan } from "./params/method-plan.ts";
import { type Answer, type AnswerOptions, prepareListed, prepareUnlisted } from "./prepare-answer.ts";
import { type Selection, selectNetworks, usableNetworks } from "./select-networks.ts";

/** What a gateway needs. */
export interface GatewayOptions extends AnswerOptions {
  /** Points of a subscription that is heavy upstream. */
  readonly heavyPoints: number;
  readonly networkHandlers: ReadonlyMap<string, NetworkHandler>;
  readonly store: NetworkStore;
  readonly execution: "single" | "multi";
  readonly requestTimeoutMs: number;
  /** Longest answer for several networks. */
  readonly maxAnswerBytes: number;
  readonly admit: Admit;
  readonly agreements: AgreementRules;
  /** Charges a caller for an answer from memory by its size; returns the answer to send. */
  readonly chargeAnswer: (caller: Caller, key: string, answer: RawJson) => RawJson;
  /** Throws `notAllowed` for a caller who may not change networks. */
  readonly assertMayManage: (caller: Caller) => void;
  readonly observe: (event: CallEvent) => void;
}

/**
 * The one path of a call: find the method, select networks, admit the caller, bind and check parameters, then run the handler on each
 * network.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { plans, store } = options;

  // Not async: most calls wait for nothing here, and each async function costs turns of the microtask queue.
  function call(request: GatewayCall): Promise<RawJson> {
    const plan = plans.get(request.method);
    const started = performance.now();
    if (plan?.method.kind === "network")
      return observed(request, plan.method, undefined, started, () => answerNetworkMethod(plan, request));

    let selection: Selection;
    let agreement: Agreement | undefined;
    try {
      selection = selectNetworks(
        store,
        request.dialect === "gateway" ? options.execution : "single",
        request.network,
      );
      agreement = options.agreements.agreementFor(plan?.method, request.agreeing);
    } catch (caught) {
      return afterAdmission(request, plan, 1, started, () =>
        Promise.reject(observeFault(request, plan?.method, undefined, started, caught)),
      );
    }
    // Only networks that the caller may use cost points; the others answer that it may not use them.
    const networks =
      selection.mode === "single" ? [selection.network] : usableNetworks(selection.networks, request.caller);
    const points = countAskedUpstreams(networks, agreement) * pointsOf(plan);
    return afterAdmission(request, plan, points, started, () =>
      answerOn(selection, request, plan, agreement, started),
    );
  }

  /** Runs `next` once the caller's rate limit has given the points. Refusals cost as many as answers. */
  function afterAdmission(
    request: GatewayCall,
    plan: MethodPlan | undefined,
    points: number,
    started: number,
    next: () => Promise<RawJson>,
  ): Promise<RawJson> {
    let admission: void | Promise<void>;
    try {
      admission = options.admit(request.caller, points, request.method);
    } catch (caught) {
      return Promise.reject(observeFault(request, plan?.method, undefined, started, caught));
    }
    if (admission === undefined) return next();
    return admission.then(next, (caught: unknown) => {
      throw observeFault(request, plan?.method, undefined, started, caught);
    });
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
          ? prepareUnlisted(options, request, deadline)
          : prepareListed(options, plan, request, agreement, deadline);
    } catch (caught) {
      return Promise.reject(observeFault(request, plan?.method, undefined, started, caught));
    }
    const onOne = (network: Network) =>
      observed(request, plan?.method, network.id, started, () => {
        request.caller.known?.rights.assertNetwork(network.id);
        return answer(network);
      });
    if (selection.mode === "single") return onOne(selection.network);
    const form = { usesNodeCodes: request.dialect === "ledger" };
    return fanOut(selection.networks, onOne, form, options.maxAnswerBytes).then((answers) => {
      request.notes.slot = undefined;
      return answers;
    });
  }

  /** A heavy subscription costs more points, since it causes work long after its answer. */
  function pointsOf(plan: MethodPlan | undefined): number {
    return plan?.method.kind === "subscribe" && plan.method.heavy ? options.heavyPoints : 1;
  }

  async function answerNetworkMethod(plan: MethodPlan, request: GatewayCall): Promise<RawJson> {
    const admitted = options.admit(request.caller, 1, request.method);
    if (admitted !== undefined) await admitted;
    if (plan.method.effect === "manage") options.assertMayManage(request.caller);
    const params = bindParams(plan, request.params);
    const isPersistent = request.forgetsChanges !== true;
    const answer = await handlerOf(
      options.networkHandlers,
      plan,
    )({ params, isPersistent, caller: request.caller });
    return options.chargeAnswer(request.caller, `${request.method} ${request.params}`, answer);
  }

  function observed(
    request: GatewayCall,
    method: MethodDescription | undefined,
    network: string | undefined,
    started: number,
    answer: () => Promise<RawJson>,
  ): Promise<RawJson> {
    let answered: Promise<RawJson>;
    try {
      answered = answer();
    } catch (caught) {
      return Promise.reject(observeFault(request, method, network, started, caught));
    }
    return answered.then(
      (result) => {
        const { transport } = request.caller;
        // Only an HTTP answer has a place for the slot.
        if (transport === "http" && method !== undefined)
          request.notes.slot = shownSlot(method, request, result);
        options.observe({ method, network, transport, seconds: secondsSince(started), fault: undefined });
        return result;
      },
      (caught: unknown) => {
        throw observeFault(request, method, network, started, caught);
      },
    );
  }

  function observeFault(
    request: GatewayCall,
    method: MethodDescription | undefined,
    network: string | undefined,
    started: number,
    caught: unknown,
  ): RpcError {
    const found = RpcError.from(caught);
    const fault =
      request.dialect === "gateway" && network !== undefined
        ? explainMissingMethod(found, request.method, store.get(network))
        : found;
    const { transport } = request.caller;
    options.observe({ method, network, transport, seconds: secondsSince(started), fault });
    return fault;
  }

  return { call };
}

function shownSlot(method: MethodDescription, { dialect }: GatewayCall, result: RawJson): number | undefined {
  if (!method.wrapped || dialect !== "gateway") return answerSlot(method, result);
  // Wrapped results are scalars: they have no context.
  const scalar = method.slotAt === "result" ? member(result, "value") : undefined;
  return scalar === undefined ? undefined : answerSlot(method, scalar);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
