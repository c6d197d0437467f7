import { Registry } from "prom-client";
import type { AgreementOutcome } from "../consistency/agreed-read.ts";
import type { FloorOutcome } from "../consistency/with-floors.ts";
import { type CountFailure, subsystems } from "../log/logger.ts";
import { createGauges, type MetricSources } from "./metrics-gauges.ts";
import { LabelledCounter, SecondsHistogram } from "./metrics-series.ts";

/** Label of methods that the document does not list: clients can make up any number of names. */
const otherMethod = "other";
/** Label of calls that reached no network. */
const noNetwork = "none";

/** How many known callers have their own label; all others share one. */
const maxCallers = 1000;
const otherCaller = "other";

/** What is counted of one answered call. */
export interface RecordedCall {
  /** Undefined if the document does not list it. */
  readonly method: string | undefined;
  readonly network: string | undefined;
  readonly transport: string;
  readonly seconds: number;
  readonly code: number | undefined;
}

/** Those of one process: with workers, each has its own. */
export type Metrics = ReturnType<typeof createMetrics>;

type TransactionOutcome = "taken" | "landed" | "failed" | "expired" | "unknown" | "over";

/** Creates the metrics of one gateway in their own registry. */
export function createMetrics() {
  const registry = new Registry();
  const counter = (name: string, help: string, labels: readonly string[]) =>
    new LabelledCounter(registry, `svm_gateway_${name}`, help, labels);
  const histogram = (name: string, help: string) =>
    new SecondsHistogram(registry, `svm_gateway_${name}`, help);

  const requests = counter("requests_total", "Calls that were answered.", ["method", "network", "transport"]);
  const errors = counter("errors_total", "Calls that were answered with an error.", [
    "code",
    "method",
    "network",
  ]);
  const requestSeconds = histogram("request_seconds", "Time from a call to its answer.");
  const upstreamSeconds = histogram("upstream_seconds", "Time of one attempt at one upstream.");
  const cacheReads = counter(
    "cache_reads_total",
    "Reads answered from the cache (hit), from what is known of the ledger's newest slot (head), or by an upstream (miss).",
    ["outcome", "method", "network"],
  );
  const extras = counter(
    "extra_attempts_total",
    "Calls tried again (retry) or asked twice (hedge); and calls saved: shared with an equal one in flight (shared), answered by a call for several reads (merged).",
    ["kind", "network"],
  );
  const waits = counter(
    "waits_total",
    "Calls that waited before they were sent: for an upstream to reach a slot that their client has seen (slot), or for room in an upstream's limit (limit).",
    ["reason", "network"],
  );
  const limited = counter("rate_limited_total", "Calls refused by a limit on rate or concurrency.", []);
  limited.add("", "", "", 0);
  const floors = counter(
    "session_calls_total",
    "Session calls: the first answer was too old (behind), the call waited for an upstream (waited), or no upstream was recent enough (refused); and sessions' slots given up because no upstream has them any longer (dropped).",
    ["outcome", "network"],
  );
  const agreements = counter(
    "agreement_reads_total",
    "Reads that several upstreams had to answer alike (asked), and whether they did (agreed, disagreed); single answers that differed while the others agreed (alone).",
    ["outcome", "network"],
  );
  const transactions = counter(
    "transactions_total",
    "Transactions to send until they land: accepted (taken), ended (landed, failed, expired, unknown), or sent only once because too many were pending (over).",
    ["outcome", "network"],
  );
  const transactionSends = counter("transaction_sends_total", "Sends of pending transactions.", [
    "network",
    "upstream",
  ]);
  const landingSeconds = histogram(
    "landing_seconds",
    "Time from receiving a transaction to the confirmation of the block that holds it.",
  );
  const notifications = counter("notifications_total", "Notifications sent to clients.", ["network"]);
  const slowReaders = counter(
    "slow_readers_total",
    "Slow WebSocket readers that were disconnected (closed), and notifications left out for a newer one (overwritten).",
    ["outcome"],
  );
  const lostSockets = counter(
    "upstream_sockets_lost_total",
    "Upstream sockets that were lost with subscriptions on them.",
    ["network"],
  );
  const failures = counter(
    "subsystem_failures_total",
    "Failures of parts that calls can do without (state_file, redis, registry, tracing, keys), values in Redis that no gateway can have written (redis_values), and trace spans that were dropped (spans).",
    ["subsystem"],
  );
  for (const subsystem of subsystems) failures.add(subsystem, "", "", 0);
  const spentCredits = counter(
    "upstream_credits_total",
    "Credits that calls cost at upstreams whose plans are configured.",
    ["network", "upstream", "method"],
  );
  const callerCalls = counter(
    "caller_calls_total",
    "Calls of callers known by keys or tokens, and how they ended (answered, failed, refused); callers beyond the first 1,000 are counted as other.",
    ["caller", "outcome"],
  );
  const callers = new Set<string>();
  const callerLabel = (id: string) => {
    if (callers.size < maxCallers) callers.add(id);
    return callers.has(id) ? id : otherCaller;
  };
  const sources = createGauges(registry);

  return {
    registry,
    contentType: registry.contentType as string,
    recordCall({ method = otherMethod, network = noNetwork, transport, seconds, code }: RecordedCall) {
      requests.add(method, network, transport);
      requestSeconds.observe(method, network, seconds);
      if (code !== undefined) errors.add(String(code), method, network);
    },
    recordAttempt: (method: string | undefined, network: string, seconds: number) =>
      upstreamSeconds.observe(method ?? otherMethod, network, seconds),
    countExtra: (kind: "retry" | "hedge" | "shared" | "merged", network: string, count = 1) =>
      extras.add(kind, network, "", count),
    countWait: (reason: "slot" | "limit", network: string) => waits.add(reason, network),
    countCache: (outcome: "hit" | "head" | "miss", method: string, network: string) =>
      cacheReads.add(outcome, method, network),
    countRateLimited: () => limited.add(""),
    countFloor: (outcome: FloorOutcome, network: string) => floors.add(outcome, network),
    countAgreement: (outcome: AgreementOutcome | "alone", network: string) =>
      agreements.add(outcome, network),
    countTransaction: (outcome: TransactionOutcome, network: string) => transactions.add(outcome, network),
    countTransactionSend: (network: string, upstream: string) => transactionSends.add(network, upstream),
    observeLanding: (network: string, seconds: number) =>
      landingSeconds.observe("sendTransaction", network, seconds),
    /** Counts a notification once for each client that got it. */
    countNotifications: (network: string, deliveries: number) =>
      notifications.add(network, "", "", deliveries),
    countSlowReader: (outcome: "closed" | "overwritten") => slowReaders.add(outcome),
    countLostSocket: (network: string) => lostSockets.add(network),
    countFailure: ((subsystem, count = 1) => failures.add(subsystem, "", "", count)) as CountFailure,
    countCredits: (network: string, upstream: string, method: string, credits: number) =>
      spentCredits.add(network, upstream, method, credits),
    countCaller: (id: string, outcome: string) => callerCalls.add(callerLabel(id), outcome),
    addSources: (more: MetricSources): void => void Object.assign(sources, more),
  };
}
