import { collectDefaultMetrics, Registry } from "prom-client";
import type { AgreementOutcome } from "../consistency/agreed-read.ts";
import type { FloorOutcome } from "../consistency/floored-call.ts";
import { type CountFailure, subsystems } from "../log/count-failure.ts";
import { LabelledCounter } from "./metrics-counter.ts";
import { createGauges, type MetricSources } from "./metrics-gauges.ts";
import { SecondsHistogram } from "./metrics-histogram.ts";

/** Label of a method that the document does not list: clients may make up any number of names. */
const otherMethod = "other";
/** Label of a call that reached no network. */
const noNetwork = "none";

/** Known callers with a label of their own, and the label of all others. */
const maxCallers = 1000;
const otherCaller = "other";

/** One answered call. */
export interface RecordedCall {
  /** Name from the document; undefined for any other. */
  readonly method: string | undefined;
  readonly network: string | undefined;
  readonly transport: string;
  readonly seconds: number;
  /** Code of the error that it was answered with. */
  readonly code: number | undefined;
}

/** The metrics of one gateway. Recording is cheap; the text is made when it is asked for. */
export interface Metrics {
  readonly registry: Registry;
  /** Value of the Content-Type header. */
  readonly contentType: string;
  /** What `/metrics` answers. */
  text(): Promise<string>;
  recordCall(call: RecordedCall): void;
  /** One attempt at one upstream ended. */
  recordAttempt(method: string | undefined, network: string, seconds: number): void;
  /** Calls were tried again, asked twice, shared with one in flight, or merged into one. */
  countExtra(kind: "retry" | "hedge" | "shared" | "merged", network: string, count?: number): void;
  /** A call waited before it was sent: for a slot, or for room in a limit. */
  countWait(reason: "slot" | "limit", network: string): void;
  countCache(outcome: "hit" | "head" | "miss", method: string, network: string): void;
  countRateLimited(): void;
  /** A call could not be answered at once from the state that its session was shown. */
  countFloor(outcome: FloorOutcome, network: string): void;
  /** A read was sent to several upstreams, or one of them gave an answer that no other gave. */
  countAgreement(outcome: AgreementOutcome | "alone", network: string): void;
  /** A transaction that is sent until it lands was taken, or ended; or too many were pending, and it was sent once (over). */
  countTransaction(outcome: TransactionOutcome, network: string): void;
  /** A pending transaction was sent to an upstream. */
  countTransactionSend(network: string, upstream: string): void;
  /** A transaction landed this long after it came. */
  observeLanding(network: string, seconds: number): void;
  /** A notification went to this many clients. */
  countNotifications(network: string, deliveries: number): void;
  /** A slow reader was closed, or a notification left out for a newer one. */
  countSlowReader(outcome: "closed" | "overwritten"): void;
  /** A WebSocket upstream was lost while subscriptions were on it. */
  countLostSocket(network: string): void;
  /** A part of the gateway failed or lost something, and the gateway goes on without it. */
  readonly countFailure: CountFailure;
  /** A call at an upstream cost credits of its plan. */
  countCredits(network: string, upstream: string, method: string, credits: number): void;
  /** A call of a known caller ended. */
  countCaller(id: string, outcome: string): void;
  /** Adds sources of values that are read, not counted; each may be given once. */
  watch(sources: MetricSources): void;
}

/** What happens to a transaction that is to be sent until it lands. */
export type TransactionOutcome = "taken" | "landed" | "failed" | "expired" | "unknown" | "over";

/** Makes the metrics of one gateway, in their own registry. */
export function createMetrics(options: { readonly process?: boolean } = {}): Metrics {
  const registry = new Registry();
  const counter = <Label extends string>(
    name: string,
    help: string,
    labels: readonly [Label, Label?, Label?],
  ) => new LabelledCounter<Label>(registry, `svm_gateway_${name}`, help, labels);

  const requests = counter("requests_total", "Calls that were answered.", ["method", "network", "transport"]);
  const errors = counter("errors_total", "Calls that were answered with an error, by its code.", [
    "code",
    "method",
    "network",
  ]);
  const requestSeconds = new SecondsHistogram(
    "svm_gateway_request_seconds",
    "Time from a call to its answer.",
  ).register(registry);
  const upstreamSeconds = new SecondsHistogram(
    "svm_gateway_upstream_seconds",
    "Time of one attempt at one upstream.",
  ).register(registry);
  const cacheReads = counter(
    "cache_reads_total",
    "Reads that were cached (hit), known of the ledger at its newest slot (head), or neither (miss).",
    ["outcome", "method", "network"],
  );
  const extras = counter(
    "extra_attempts_total",
    "Calls tried again (retry) or asked twice (hedge); and calls saved: shared with an equal one in flight (shared), answered by a call for several reads (merged).",
    ["kind", "network"],
  );
  const waits = counter(
    "waits_total",
    "Calls that waited before they were sent: for an upstream to reach the slot that their client was shown (slot), or for room in an upstream's limit (limit).",
    ["reason", "network"],
  );
  const limited = counter("rate_limited_total", "Requests refused because of the rate limit.", ["scope"]);
  limited.add("client", "", "", 0);
  const floors = counter(
    "session_calls_total",
    "Calls of sessions whose first answer was too old (behind), that waited for an upstream (waited) or that none could answer (refused), and floors dropped because no upstream has the slot any more (dropped).",
    ["outcome", "network"],
  );
  const agreements = counter(
    "agreement_reads_total",
    "Reads that were sent to several upstreams (asked), and whether enough gave the same answer (agreed, disagreed); and answers that one upstream gave alone while others agreed (alone).",
    ["outcome", "network"],
  );
  const transactions = counter(
    "transactions_total",
    "Transactions that are sent until they land, as they are taken and as they end (landed, failed, expired, unknown), and those that were sent once because too many were pending (over).",
    ["outcome", "network"],
  );
  const transactionSends = counter("transaction_sends_total", "Sends of pending transactions.", [
    "network",
    "upstream",
  ]);
  const landingSeconds = new SecondsHistogram(
    "svm_gateway_landing_seconds",
    "Time from a transaction to the block that has it, confirmed.",
  ).register(registry);
  const notifications = counter("notifications_total", "Notifications sent to clients.", ["network"]);
  const slowReaders = counter(
    "slow_readers_total",
    "Slow WebSocket readers that were closed, and notifications left out for a newer one (overwritten).",
    ["outcome"],
  );
  const lostSockets = counter(
    "upstream_sockets_lost_total",
    "WebSocket upstreams lost with subscriptions on them.",
    ["network"],
  );
  const failures = counter(
    "subsystem_failures_total",
    "Failures of a part that the gateway can do without, values in Redis that no gateway can have written (redis_values), and trace spans that were dropped (spans).",
    ["subsystem"],
  );
  for (const subsystem of subsystems) failures.add(subsystem, "", "", 0);
  const spentCredits = counter(
    "upstream_credits_total",
    "Credits that calls cost at upstreams whose plans are configured, by method.",
    ["network", "upstream", "method"],
  );
  const callerCalls = counter(
    "caller_calls_total",
    "Calls of callers known by keys or tokens, and how they ended (answered, failed, refused); other is all beyond 1,000 of them.",
    ["caller", "outcome"],
  );
  const callers = new Set<string>();
  const callerLabel = (id: string) => {
    if (callers.size < maxCallers) callers.add(id);
    return callers.has(id) ? id : otherCaller;
  };
  const sources = createGauges(registry);
  if (options.process !== false) collectDefaultMetrics({ register: registry });

  return {
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    recordCall({ method = otherMethod, network = noNetwork, transport, seconds, code }) {
      requests.add(method, network, transport);
      requestSeconds.observe(method, network, seconds);
      if (code !== undefined) errors.add(String(code), method, network);
    },
    recordAttempt: (method = otherMethod, network, seconds) =>
      upstreamSeconds.observe(method, network, seconds),
    countExtra: (kind, network, count = 1) => extras.add(kind, network, "", count),
    countWait: (reason, network) => waits.add(reason, network),
    countCache: (outcome, method, network) => cacheReads.add(outcome, method, network),
    countRateLimited: () => limited.add("client"),
    countFloor: (outcome, network) => floors.add(outcome, network),
    countAgreement: (outcome, network) => agreements.add(outcome, network),
    countTransaction: (outcome, network) => transactions.add(outcome, network),
    countTransactionSend: (network, upstream) => transactionSends.add(network, upstream),
    observeLanding: (network, seconds) => landingSeconds.observe("sendTransaction", network, seconds),
    countNotifications: (network, deliveries) => notifications.add(network, "", "", deliveries),
    countSlowReader: (outcome) => slowReaders.add(outcome),
    countLostSocket: (network) => lostSockets.add(network),
    countFailure: (subsystem, count = 1) => failures.add(subsystem, "", "", count),
    countCredits: (network, upstream, method, credits) =>
      spentCredits.add(network, upstream, method, credits),
    countCaller: (id, outcome) => callerCalls.add(callerLabel(id), outcome),
    watch: (more) => Object.assign(sources, more),
  };
}
