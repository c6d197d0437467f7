import { KnownLedger } from "../ledger/known-ledger.ts";
import { LedgerView } from "../ledger/ledger-view.ts";
import { createRandom } from "../ledger/random.ts";
import { SimulatedUpstream } from "../ledger/simulated-upstream.ts";
import { MeasuredProcess, measuredCore } from "../measured-process.ts";
import { RequestSource } from "./request-mix.ts";

/** Accounts of the ledger. */
export const accounts = 2000;
/** What a slot takes. */
export const slotMs = 400;
/** What the upstream takes to answer. */
export const upstreamLatencyMs = 25;
/** Accounts that change in a slot. */
const changesPerSlot = 20;

/** A ledger that goes on, an upstream on it, and a gateway of its own process in front. */
export interface TrafficSetUp {
  readonly random: () => number;
  readonly ledger: KnownLedger;
  readonly view: LedgerView;
  readonly upstream: SimulatedUpstream;
  readonly source: RequestSource;
  readonly gateway: MeasuredProcess;
  /** Called before each slot. */
  onSlot: () => void;
  close(): Promise<void>;
}

/** Starts them; `steps` are the settings of the gateway that matter. */
export async function setUpTraffic(steps: object): Promise<TrafficSetUp> {
  const random = createRandom(7);
  const ledger = new KnownLedger();
  for (let index = 0; index < accounts; index += 1) ledger.addAccount(`account ${index}`);
  const source = new RequestSource(ledger, random);
  const view = new LedgerView(ledger);
  const upstream = await new SimulatedUpstream(view).start();
  upstream.behaviour.latencyMs = () => upstreamLatencyMs;
  const gateway = await MeasuredProcess.startGateway(measuredCore, gatewayConfig(upstream, steps));
  const clock = setInterval(() => {
    for (let change = 0; change < changesPerSlot; change += 1) ledger.touch(source.account());
    made.onSlot();
    ledger.advance();
  }, slotMs);
  const made: TrafficSetUp = {
    random,
    ledger,
    view,
    upstream,
    source,
    gateway,
    onSlot: () => undefined,
    async close() {
      clearInterval(clock);
      await gateway.stop();
      await upstream.close();
    },
  };
  return made;
}

function gatewayConfig({ url, wsUrl }: SimulatedUpstream, steps: object): object {
  return {
    default_network: "bench",
    svm_networks: { bench: { name: "Bench", rpc_url: url, ws_url: wsUrl, type: "devnet", enabled: true } },
    server_config: { rate_limit: { enabled: false } },
    log: { level: "error" },
    ...steps,
  };
}
