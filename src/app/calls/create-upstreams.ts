import type { Send } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { getOrAdd } from "../../get-or-add.ts";
import type { Network } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { sendCounted } from "../../upstream/attempt/send-counted.ts";
import { readStatus } from "../../upstream/node/upstream-status.ts";
import type { ConcurrencyLimit } from "../../upstream/sharing/limit-concurrency.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { createCreditSync, listCredits } from "../state/create-credit-sync.ts";
import { type CallStep, callSteps } from "./call-steps.ts";
import { createStepDependencies, type StepDependencies, type UpstreamsOptions } from "./step-dependencies.ts";

/** Builds the path from the gateway to upstreams: the steps of `call-steps.ts` and the upstreams of each network. */
export function createUpstreams(options: UpstreamsOptions) {
  const dependencies: StepDependencies = createStepDependencies(options, (attempt) =>
    paths.sendAttempt(attempt),
  );
  const paths = createCallPaths(dependencies);
  const { sets, concurrency, waitingRoom, cache, landing } = dependencies;
  const { store, metrics, ledgers, creditStorage, log } = options;
  const { countFailure } = metrics;
  const unsubscribe = followEnabled(store, sets, [concurrency, waitingRoom]);
  const credits =
    creditStorage &&
    createCreditSync("upstreams", creditStorage, () => sets.list().flatMap(listCredits), {
      log,
      countFailure,
    });
  const status = () => sets.list().map(readStatus);
  metrics.addSources({
    inFlight: () => concurrency.inFlight,
    queued: () => concurrency.queued,
    cacheBytes: () => cache.byteLength + (ledgers?.byteLength ?? 0),
    networks: () => status().filter(({ network }) => isInMetrics(store, network)),
  });

  return {
    send: paths.send,
    landing,
    status,
    check: async (network: Network) => readStatus(await sets.probeNow(network)),
    set: (network: Network) => sets.get(network),
    clock: (network: Network) => sets.get(network).clock,
    async close() {
      unsubscribe();
      await landing.close();
      await credits?.close();
      await sets.close();
    },
  };
}

/** Probes enabled networks before the first call, and gives each a share of the permits. Returns a function that stops this. */
function followEnabled(
  store: Pick<NetworkStore, "enabled" | "onChange">,
  sets: UpstreamSets,
  shared: readonly Pick<ConcurrencyLimit, "setNetworks">[],
): () => void {
  const assignShares = () => {
    const ids = store.enabled().map(({ id }) => id);
    for (const permits of shared) permits.setNetworks(ids);
  };
  assignShares();
  for (const network of store.enabled()) sets.watch(network);
  return store.onChange((network) => {
    assignShares();
    sets.update(network);
    if (network.enabled) sets.watch(network);
  });
}

/** True for the default and enabled networks. Networks only called by name are left out, so they can't cause alerts. */
function isInMetrics(store: UpstreamsOptions["store"], id: string): boolean {
  return store.defaultNetwork().id === id || store.enabled().some((network) => network.id === id);
}

/** The path of a method's calls, built from the wire outwards. */
interface CallPath {
  readonly attempt: SendAttempt;
  readonly send: Send;
}

type FindPath = (method: MethodDescription | undefined) => CallPath;

/** Builds one path per method, so that a call enters only the steps that apply to it. */
function createCallPaths(dependencies: StepDependencies): {
  readonly send: Send;
  readonly sendAttempt: SendAttempt;
} {
  const last = sendCounted("call", dependencies.options.metrics.countCredits);
  const innermost: CallPath = {
    attempt: last,
    send: () => Promise.reject(new Error("no step makes attempts of calls")),
  };
  const pathOf = callSteps.reduceRight<FindPath>(
    (inner, step) => addStep(step, dependencies, inner),
    () => innermost,
  );
  return {
    send: (call) => pathOf(call.method).send(call),
    sendAttempt: (attempt) => pathOf(attempt.call.method).attempt(attempt),
  };
}

/** Wraps the paths of the methods that a step applies to. */
function addStep(step: CallStep, dependencies: StepDependencies, inner: FindPath): FindPath {
  const wrapPath = makeStep(step, dependencies, inner);
  if (wrapPath === undefined) return inner;
  const paths = new Map<MethodDescription | undefined, CallPath>();
  const buildPath: FindPath = (method) => (step.applies(method) ? wrapPath(inner(method)) : inner(method));
  return (method) => getOrAdd(paths, method, buildPath);
}

/** Creates a step once, so that all methods share its state. Undefined if a setting disables it. */
function makeStep(
  step: CallStep,
  dependencies: StepDependencies,
  inner: FindPath,
): ((path: CallPath) => CallPath) | undefined {
  if ("makeSend" in step) {
    const makeSend = step.makeSend(dependencies);
    return (path) => ({ ...path, send: makeSend(path.attempt) });
  }
  if ("wrapAttempt" in step) {
    const wrapAttempt = step.wrapAttempt(dependencies);
    return wrapAttempt && ((path) => ({ ...path, attempt: wrapAttempt(path.attempt) }));
  }
  const wrapSend = step.wrapSend(dependencies, (call) => inner(call.method).send(call));
  return wrapSend && ((path) => ({ ...path, send: wrapSend(path.send) }));
}
