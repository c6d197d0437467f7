import { LedgerView } from "../ledger/ledger-view.ts";
import { ModelLedger } from "../ledger/model-ledger.ts";
import { createRandom } from "../ledger/random.ts";
import { SimulatedUpstream } from "../ledger/simulated-upstream.ts";
import { MeasuredProcess, measuredCore } from "../measured-process.ts";
import { RequestSource } from "./request-mix.ts";

/** Accounts of the ledger. */
export const accounts = 2000;
/** What the upstream takes to answer. */
export const upstreamLatencyMs = 4;
/** Bytes of an account's data. */
const dataLength = 200;
/** One account in this many holds tokens, of as many mints. */
const tokenAccounts = 3;
const mints = 20;

/** A ledger that goes on, an upstream on it, and gateways of their own processes in front. */
export interface TrafficSetUp {
  readonly random: () => number;
  readonly ledger: ModelLedger;
  readonly upstream: SimulatedUpstream;
  readonly source: RequestSource;
  readonly gateways: readonly MeasuredProcess[];
  close(): Promise<void>;
}

/** Starts them, a gateway for each of the `settings` that matter. */
export async function setUpTraffic(settings: readonly object[], slotMs: number): Promise<TrafficSetUp> {
  const random = createRandom(7);
  const ledger = new ModelLedger({ dataLength });
  const changes: [address: string, every: number][] = [];
  for (let index = 0; index < accounts; index += 1) {
    const address =
      index % tokenAccounts === 1
        ? ledger.addTokenAccount(`account ${index}`, `mint ${index % mints}`)
        : ledger.addAccount(`account ${index}`);
    // In every slot, every 2, 4 .. 1024 slots, or never.
    const power = Math.floor(random() * 12);
    if (power < 11) changes.push([address, 2 ** power]);
  }
  const source = new RequestSource(ledger, random);
  const upstream = await new SimulatedUpstream(new LedgerView(ledger)).start();
  upstream.behaviour.latencyMs = () => upstreamLatencyMs;
  const gateways = await Promise.all(
    settings.map((each) => MeasuredProcess.startGateway(measuredCore, gatewayConfig(upstream, each))),
  );
  const clock = setInterval(() => {
    for (const [address, every] of changes) if (random() * every < 1) ledger.touch(address);
    ledger.advance();
  }, slotMs);
  return {
    random,
    ledger,
    upstream,
    source,
    gateways,
    async close() {
      clearInterval(clock);
      for (const gateway of gateways) await gateway.stop();
      await upstream.close();
    },
  };
}

function gatewayConfig({ url, wsUrl }: SimulatedUpstream, settings: object): object {
  return {
    default_network: "bench",
    svm_networks: { bench: { name: "Bench", rpc_url: url, ws_url: wsUrl, type: "devnet", enabled: true } },
    server_config: { rate_limit: { enabled: false } },
    log: { level: "error" },
    ...settings,
  };
}
