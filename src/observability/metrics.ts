import { Registry } from "prom-client";
import type { AgreementOutcome } from "../consistency/agreement/agreement-round.ts";
import type { FloorOutcome } from "../consistency/sessions/with-floors.ts";
import type { CallEvent } from "../gateway/gateway-call.ts";
import { type CountFailure, subsystems } from "../log/logger.ts";
import { createGauges, type MetricSources } from "./metrics-gauges.ts";
import { LabelledCounter, SecondsHistogram } from "./metrics-series.ts";

/** Label of undocumented methods: clients can make up any number of names. */
const otherMethod = "other";
/** Label of calls without a network. */
const noNetwork = "none";

/** Number of authenticated callers with their own label; the rest share one. */
const maxCallers = 1000;
const otherCaller = "other";

/** Metrics of one process; every worker has its own. */
export type Metrics = ReturnType<typeof createMetrics>;

type TransactionOutcome = "taken" | "landed" | "failed" | "expired" | "unknown" | "over";

/** Creates the metrics of one gateway in their own registry. */
export function createMetrics() {
  const registry = new Registry();
  const counter = (name: string, help: string, labels: readonly string[]) =>
    new LabelledCounter(registry, `svm_gateway_${name}`, help, labels);
  const histogram = (name: string, help: string) =>
    new SecondsHistogram(registry, `svm_gateway_${name}`, help);

  const requests = counter("requests_total", "Number of calls answered, errors included.", [
    "method",
    "network",
    "transport",
  ]);
  const errors = counter("errors_total", "Number of calls answered with an error.", [
    "code",
    "method",
    "network",
  ]);
  const requestSeconds = histogram("request_seconds", "Time from receiving a call to answering it.");
  const upstreamSeconds = histogram("upstream_seconds", "Duration of a single attempt at an upstream.");
  const cacheReads = counter(
    "cache_reads_total",
    "Number of reads whose answer can be reused. Outcomes: hit (answered from the cache), head (answered from ledger state in memory), miss (answered by an upstream).",
    ["outcome", "method", "network"],
  );
  const extras = counter(
    "extra_attempts_total",
    "Number of upstream calls added or saved. Added: retry (after a failure), hedge (because the first upstream was slow). Saved: shared (an equal call was in flight), merged (one call served several reads).",
    ["kind", "network"],
  );
  const waits = counter(
    "waits_total",
    "Number of calls that waited before they were sent. Reasons: slot (no upstream had reached a slot that the client has seen), limit (every upstream was at its limit).",
    ["reason", "network"],
  );
  const limited = counter(
    "rate_limited_total",
    "Number of calls refused because of a limit on rate or concurrency.",
    [],
  );
  limited.add(0);
  const floors = counter(
    "session_calls_total",
    "Number of calls in sessions or with x-min-slot that could not be answered at once. Outcomes: behind (the first answer was too old), waited (an upstream caught up), refused (none caught up in time), dropped (the session's slot was forgotten, because no upstream has it any more).",
    ["outcome", "network"],
  );
  const agreements = counter(
    "agreement_reads_total",
    "Number of reads on which several upstreams had to agree. Outcomes: asked (all such reads), agreed, disagreed, alone (one upstream's answer differed while the others agreed).",
    ["outcome", "network"],
  );
  const transactions = counter(
    "transactions_total",
    "Number of transactions to send until they land. Outcomes: taken (accepted), then landed, failed, expired or unknown; or over (sent only once, because too many were pending).",
    ["outcome", "network"],
  );
  const transactionSends = counter(
    "transaction_sends_total",
    "Number of times that a pending transaction was sent to an upstream.",
    ["network", "upstream"],
  );
  const landingSeconds = histogram(
    "landing_seconds",
    "Time from receiving a transaction to the confirmation of its block.",
  );
  const notifications = counter("notifications_total", "Number of notifications sent to clients.", [
    "network",
  ]);
  const slowReaders = counter(
    "slow_readers_total",
    "Number of times that a WebSocket client read too slowly. Outcomes: closed (it was disconnected), overwritten (a waiting notification was replaced by a newer one).",
    ["outcome"],
  );
  const lostSockets = counter(
    "upstream_sockets_lost_total",
    "Number of upstream sockets lost with subscriptions on them.",
    ["network"],
  );
  const failures = counter(
    "subsystem_failures_total",
    "Number of failures in subsystems that calls can do without. Subsystems: state_file, redis, registry, tracing, keys; redis_values (forged values in Redis), spans (lost trace spans).",
    ["subsystem"],
  );
  for (const subsystem of subsystems) failures.add(0, subsystem);
  const spentCredits = counter(
    "upstream_credits_total",
    "Number of credits spent at upstreams with a configured plan.",
    ["network", "upstream", "method"],
  );
  const callerCalls = counter(
    "caller_calls_total",
    "Number of calls that came with a key or token. Outcomes: answered, failed, refused. Callers beyond the first 1,000 are counted as other.",
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
    recordCall({ method, network = noNetwork, transport, seconds, error }: CallEvent) {
      const name = method?.name ?? otherMethod;
      requests.add(1, name, network, transport);
      requestSeconds.observe(name, network, seconds);
      if (error === undefined) return;
      errors.add(1, String(error.code), name, network);
      if (error.kind === "rateLimited") limited.add(1);
    },
    recordAttempt: (method: string | undefined, network: string, seconds: number) =>
      upstreamSeconds.observe(method ?? otherMethod, network, seconds),
    countExtra: (kind: "retry" | "hedge" | "shared" | "merged", network: string, count = 1) =>
      extras.add(count, kind, network),
    countWait: (reason: "slot" | "limit", network: string) => waits.add(1, reason, network),
    countCache: (outcome: "hit" | "head" | "miss", method: string, network: string) =>
      cacheReads.add(1, outcome, method, network),
    countFloor: (outcome: FloorOutcome, network: string) => floors.add(1, outcome, network),
    countAgreement: (outcome: AgreementOutcome | "alone", network: string) =>
      agreements.add(1, outcome, network),
    countTransaction: (outcome: TransactionOutcome, network: string) => transactions.add(1, outcome, network),
    countTransactionSend: (network: string, upstream: string) => transactionSends.add(1, network, upstream),
    observeLanding: (network: string, seconds: number) =>
      landingSeconds.observe("sendTransaction", network, seconds),
    /** Counts a notification once per client that received it. */
    countNotifications: (network: string, deliveries: number) => notifications.add(deliveries, network),
    countSlowReader: (outcome: "closed" | "overwritten") => slowReaders.add(1, outcome),
    countLostSocket: (network: string) => lostSockets.add(1, network),
    countFailure: ((subsystem, count = 1) => failures.add(count, subsystem)) as CountFailure,
    countCredits: (network: string, upstream: string, method: string, credits: number) =>
      spentCredits.add(credits, network, upstream, method),
    countCaller: (id: string, outcome: string) => callerCalls.add(1, callerLabel(id), outcome),
    addSources: (more: MetricSources): void => void Object.assign(sources, more),
  };
}
