import type { NetworkMethodName } from "../../generated/methods.ts";
import type { AuthenticatedCaller } from "../auth/authenticated-caller.ts";
import { answerSlot } from "../call/answer-slots.ts";
import type { Agreement } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { member } from "../json/cut-raw.ts";
import { joinObject } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { ErrorKind } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type ErrorForm, writeErrorObject } from "../rpc/write-response.ts";
import { agreementOn, countAskedUpstreams } from "./agreement-rules.ts";
import type { CallOutcome, ClientCall, GatewayOptions } from "./call-context.ts";
import type { Gateway, GatewayCall } from "./gateway-call.ts";
import { explainMissingMethod } from "./missing-method.ts";
import { bindParams } from "./params/bind-params.ts";
import { indexedMethods, type MethodIndex } from "./params/method-index.ts";
import { type AnswerOnNetwork, prepareDocumented, prepareUndocumented } from "./prepare-answer.ts";
import { assertRunsOn, type Selection, selectNetworks, usableNetworks } from "./select-networks.ts";

/**
 * The one path of a call: find the method, check the caller's rights, select networks, take the caller's points, bind and check parameters,
 * then run the handler on each network.
 */
export function createGateway(options: GatewayOptions): Gateway {
  return { call: (request) => new RunningCall(options, request).run() };
}

const refusals: readonly ErrorKind[] = ["forbidden", "rateLimited", "creditsSpent"];

/** A client's call in flight. Not async: most calls wait for nothing here, and async functions cost microtask turns. */
class RunningCall implements ClientCall {
  readonly options: GatewayOptions;
  readonly request: GatewayCall;
  readonly deadline: number;
  readonly #methodIndex: MethodIndex | undefined;
  readonly #startedAt = performance.now();
  #agreement: Agreement | undefined;

  constructor(options: GatewayOptions, request: GatewayCall) {
    this.options = options;
    this.request = request;
    this.deadline = this.#startedAt + options.requestTimeoutMs;
    this.#methodIndex = indexedMethods.get(request.method);
  }

  /** Checks rights before caches and coalescing, so that no caller gets an answer that it may not ask for. */
  run(): Promise<RawJson> {
    const { method, caller } = this.request;
    const { authenticated } = caller;
    if (authenticated === undefined) return this.#answer();
    try {
      authenticated.rights.assertMethod(method, this.#methodIndex?.method);
    } catch (caught) {
      return this.#refuse(authenticated, caught);
    }
    const acquired = authenticated.meter.acquire("calls", caller.address);
    return acquired instanceof Promise
      ? acquired.then((isAcquired) => this.#answerAcquired(authenticated, isAcquired))
      : this.#answerAcquired(authenticated, acquired);
  }

  #answerAcquired(caller: AuthenticatedCaller, isAcquired: boolean): Promise<RawJson> {
    if (!isAcquired) return this.#refuse(caller, caller.meter.limitError("calls"));
    return this.#answer().then(
      (result) => {
        this.#release(caller, "answered");
        return result;
      },
      (caught: unknown) => {
        const isRefused = caught instanceof RpcError && refusals.includes(caught.kind);
        this.#release(caller, isRefused ? "refused" : "failed");
        throw caught;
      },
    );
  }

  #release(caller: AuthenticatedCaller, outcome: CallOutcome): void {
    caller.meter.release("calls", this.request.caller.address);
    this.#count(caller, outcome);
  }

  #refuse(caller: AuthenticatedCaller, caught: unknown): Promise<never> {
    this.#count(caller, "refused");
    return this.#rejectObserved(caught, undefined);
  }

  #count(caller: AuthenticatedCaller, outcome: CallOutcome): void {
    this.options.countCall(caller, this.#methodIndex?.method.name ?? "other", outcome);
  }

  #answer(): Promise<RawJson> {
    const methodIndex = this.#methodIndex;
    if (methodIndex?.method.kind === "network") return this.#answerNetworkMethod(methodIndex);

    const { store, execution, agreements } = this.options;
    const { dialect, network, preferences, caller } = this.request;
    let selection: Selection;
    try {
      selection = selectNetworks(store, dialect === "gateway" ? execution : "single", network, caller);
      this.#agreement = agreements.agreementFor(methodIndex?.method, preferences?.agree);
    } catch (caught) {
      return this.#afterAdmission(1, undefined, () => this.#rejectObserved(caught, undefined));
    }
    // Only networks that the caller may use cost points. If there is none, the refusal costs one.
    const networks = usableNetworks(selection.networks, caller);
    const chargedMethod = networks.length === 0 ? undefined : this.request.method;
    const points =
      Math.max(countAskedUpstreams(networks, this.#agreement, preferences?.agree), 1) * this.#pointsForOne;
    return this.#afterAdmission(points, chargedMethod, () => this.#answerSelected(selection));
  }

  /** A heavy subscription costs more points, because it causes work long after its answer. */
  get #pointsForOne(): number {
    const method = this.#methodIndex?.method;
    return method?.kind === "subscribe" && method.isHeavy ? this.options.heavyPoints : 1;
  }

  /** Runs `next` once the caller is admitted. A refusal costs points too, but no credits: it has no `chargedMethod`. */
  #afterAdmission(
    points: number,
    chargedMethod: string | undefined,
    next: () => Promise<RawJson>,
  ): Promise<RawJson> {
    let admitted: void | Promise<void>;
    try {
      admitted = this.options.admit(this.request.caller, points, chargedMethod);
    } catch (caught) {
      return this.#rejectObserved(caught, undefined);
    }
    if (admitted === undefined) return next();
    return admitted.then(next, (caught: unknown) => this.#rejectObserved(caught, undefined));
  }

  #answerSelected({ networks, isAll }: Selection): Promise<RawJson> {
    const { options, request } = this;
    let answerOn: AnswerOnNetwork;
    try {
      answerOn =
        this.#methodIndex === undefined
          ? prepareUndocumented(this)
          : prepareDocumented(this, this.#methodIndex);
    } catch (caught) {
      return this.#rejectObserved(caught, undefined);
    }
    if (!isAll) return this.#answerOnNetwork(networks[0], answerOn);
    const onOne = (network: Network) => this.#answerOnNetwork(network, answerOn);
    return fanOut(networks, onOne, request, options.maxAnswerBytes).then((answers) => {
      // Each network overwrote the notes of the others.
      Object.assign(request.notes, { cache: undefined, sending: undefined, slot: undefined });
      return answers;
    });
  }

  #answerOnNetwork(network: Network, answerOn: AnswerOnNetwork): Promise<RawJson> {
    const { caller, preferences } = this.request;
    try {
      caller.authenticated?.rights.assertNetwork(network.id);
      if (this.#methodIndex !== undefined) assertRunsOn(this.#methodIndex.method, network);
      const agreement = agreementOn(network, this.#agreement, preferences?.agree);
      return this.#observeSettled(answerOn(network, agreement), network.id);
    } catch (caught) {
      return this.#rejectObserved(caught, network.id);
    }
  }

  #answerNetworkMethod(methodIndex: MethodIndex): Promise<RawJson> {
    const { assertMayManage, networkHandlers, gatewayAnswers } = this.options;
    const { caller, params: given, persist = true } = this.request;
    const { method } = methodIndex;
    const make = () => {
      if (method.effect === "manage") assertMayManage(caller);
      const params = bindParams(methodIndex, given);
      return networkHandlers[method.name as NetworkMethodName]({ params, persist, caller });
    };
    return gatewayAnswers.answer(caller, make, method);
  }

  /** Returns the answer, after reporting it or its error to `observe`. */
  #observeSettled(answered: Promise<RawJson>, network: string): Promise<RawJson> {
    return answered.then(
      (result) => {
        const { caller, notes } = this.request;
        const method = this.#methodIndex?.method;
        // Only an HTTP answer has a header for the slot.
        if (caller.transport === "http" && method !== undefined)
          notes.slot = slotInAnswer(method, this.request, result);
        this.#observe(network, undefined);
        return result;
      },
      (caught: unknown) => this.#rejectObserved(caught, network),
    );
  }

  /** Reports the error to `observe` and rejects with it. */
  #rejectObserved(caught: unknown, network: string | undefined): Promise<never> {
    const { providers } = this.#methodIndex?.method ?? {};
    const record = network === undefined ? undefined : this.options.store.get(network);
    const error = explainMissingMethod(RpcError.from(caught), this.request, providers, record);
    this.#observe(network, error);
    return Promise.reject(error);
  }

  #observe(network: string | undefined, error: RpcError | undefined): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const { transport } = this.request.caller;
    this.options.observe({ method: this.#methodIndex?.method, network, transport, seconds, error });
  }
}

function slotInAnswer(
  method: MethodDescription,
  { dialect }: GatewayCall,
  result: RawJson,
): number | undefined {
  if (!method.isWrapped || dialect !== "gateway") return answerSlot(method, result);
  // Wrapped results are scalars: they have no context.
  const scalar = method.slotAt === "result" ? member(result, "value") : undefined;
  return scalar === undefined ? undefined : answerSlot(method, scalar);
}

/** Runs a call on all networks and joins the answers by id. A failure or an answer beyond `maxBytes` becomes `{"error": ...}`. */
async function fanOut(
  networks: readonly Network[],
  run: (network: Network) => Promise<RawJson>,
  form: ErrorForm,
  maxBytes: number,
): Promise<RawJson> {
  let bytes = 0;
  const entries = networks.map(async (network): Promise<[string, RawJson]> => {
    try {
      const answer = await run(network);
      if (bytes + answer.byteLength > maxBytes) throw noRoomForAllError(network, maxBytes);
      bytes += answer.byteLength;
      return [network.id, answer];
    } catch (caught) {
      return [network.id, joinObject([["error", writeErrorObject(RpcError.from(caught), form)]])];
    }
  });
  return joinObject(await Promise.all(entries));
}

function noRoomForAllError({ id }: Network, maxBytes: number): RpcError {
  return RpcError.of(
    "responseTooLarge",
    `The answers of all networks exceed ${maxBytes} bytes in total (a sixteenth of server_config.memory_mb): call network ${id} by itself.`,
    { data: { network: id } },
  );
}
