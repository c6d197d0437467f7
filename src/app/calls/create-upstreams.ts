import type { Network } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { readStatus } from "../../upstream/node/upstream-status.ts";
import type { ConcurrencyLimit } from "../../upstream/sharing/limit-concurrency.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { createCreditSync, listCredits } from "../state/create-credit-sync.ts";
import { planPaths } from "./plan-paths.ts";
import { createStepParts, type StepParts, type UpstreamsOptions } from "./step-parts.ts";

/** Builds the path of a call from the gateway to an upstream: the steps of `call-steps.ts`, and the upstreams of each network. */
export function createUpstreams(options: UpstreamsOptions) {
  const parts: StepParts = createStepParts(options, (attempt) => paths.sendAttempt(attempt));
  const paths = planPaths(parts);
  const { sets, limit, waitingRoom, cache, landing } = parts;
  const { store, metrics, ledgers, creditKeeper, log } = options;
  const { countFailure } = metrics;
  const unsubscribe = followEnabled(store, sets, [limit, waitingRoom]);
  const credits =
    creditKeeper &&
    createCreditSync("upstreams", creditKeeper, () => sets.list().flatMap(listCredits), {
      log,
      countFailure,
    });
  const status = () => sets.list().map(readStatus);
  metrics.addSources({
    inFlight: () => limit.inFlight,
    queued: () => limit.queued,
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

/** Probes enabled networks before anyone calls them, and gives each a share of the places; returns the function that stops it. */
function followEnabled(
  store: Pick<NetworkStore, "enabled" | "onChange">,
  sets: UpstreamSets,
  shared: readonly Pick<ConcurrencyLimit, "setNetworks">[],
): () => void {
  const assignShares = () => {
    const ids = store.enabled().map(({ id }) => id);
    for (const places of shared) places.setNetworks(ids);
  };
  assignShares();
  for (const network of store.enabled()) sets.watch(network);
  return store.onChange((network) => {
    assignShares();
    sets.update(network);
    if (network.enabled) sets.watch(network);
  });
}

/** Whether metrics include a network. One that was only called by name is left out, so that no alert is about it. */
function isInMetrics(store: UpstreamsOptions["store"], id: string): boolean {
  return store.defaultNetwork().id === id || store.enabled().some((network) => network.id === id);
}
