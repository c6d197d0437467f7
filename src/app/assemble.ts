import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { AggregatorRegistry, collectDefaultMetrics, type Registry } from "prom-client";
import type { Config } from "../../generated/config.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { memoryShares } from "../config/memory-shares.ts";
import { SessionTable } from "../consistency/sessions/session-table.ts";
import { AgreementRules } from "../gateway/agreement-rules.ts";
import { createCallerLimits } from "../gateway/caller-limits.ts";
import { createGateway } from "../gateway/create-gateway.ts";
import { withDiscovery } from "../gateway/discovery.ts";
import { GatewayAnswers } from "../gateway/gateway-answers.ts";
import type { CallEvent, Caller, Gateway } from "../gateway/gateway-call.ts";
import { createManagementCheck, networkAdminRule } from "../gateway/management-check.ts";
import { ledgerHandlers } from "../handlers/ledger-handlers.ts";
import { createNetworkHandlers } from "../handlers/network-handlers.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Landing } from "../landing/landing.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { type LocalLedger, localNetworks } from "../localnet/start-embedded-ledgers.ts";
import type { Logger, Report } from "../log/logger.ts";
import { createNetworkStore } from "../networks/network-store.ts";
import { logCall, withAccessLog } from "../observability/access-log.ts";
import { type CallNames, createCallNames } from "../observability/call-names.ts";
import { createHealth } from "../observability/health.ts";
import { createMetrics } from "../observability/metrics.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { LedgerStates } from "../reads/state/ledger-states.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import { createRequestGuards } from "../transports/shared/request-guards.ts";
import { upstreamSettings } from "../upstream/node/upstream-settings.ts";
import type { UpstreamLayer } from "../upstream/upstream-layer.ts";
import { shareSpending, type WorkerLink, type WorkerStart } from "../workers/worker-link.ts";
import { createAuth } from "./callers/create-auth.ts";
import { createUpstreams } from "./calls/create-upstreams.ts";
import { createReload } from "./reload.ts";
import { connectRedis, createStorages, type Storages } from "./state/create-storages.ts";

/** What a gateway is assembled from. */
export interface AssembleOptions {
  readonly loaded: LoadedConfig;
  readonly logger: Logger;
  readonly localLedgers?: readonly LocalLedger[] | undefined;
  /** Answers from the document's examples instead of calling upstreams. */
  readonly mock: boolean;
  /** True if state outlives the process (default: true). A configured state file overrides this. */
  readonly persist?: boolean;
  /** Loads the configuration for a reload; undefined if the gateway can't reload. */
  readonly reloadConfig?: (() => LoadedConfig) | undefined;
  /** A worker's link to the first process; undefined in other processes. */
  readonly firstProcess?: WorkerLink | undefined;
  /** In a worker: network changes that the first process holds in memory. */
  readonly changes?: WorkerStart["changes"];
}

/** A complete gateway, ready to be served by transports. */
export type Service = Awaited<ReturnType<typeof assemble>>;

/** Builds the gateway that the configuration describes. */
export async function assemble(options: AssembleOptions) {
  const parts = await createParts(options);
  const { config, logger, firstProcess, metrics, store, auth, upstreams } = parts;
  firstProcess?.expose({ metrics: () => metrics.registry.getMetricsAsJSON() });
  return {
    ...parts,
    gateway: createCallPath(parts),
    /** The sessions of HTTP clients. */
    sessions: new SessionTable(),
    /** Identifies the client of a request, and refuses requests that proxies or browsers must not send. */
    guards: createRequestGuards(config.serverConfig),
    /** Names and values of a client's rate limit headers. */
    limitHeaders({ address, authenticated }: Caller): readonly string[] {
      if (authenticated !== undefined) return authenticated.meter.headers(address);
      return address === undefined ? [] : parts.rateLimiter.headers(address);
    },
    /** Metrics of this process, or the sum over all workers. */
    allMetrics: async (): Promise<Pick<Registry, "metrics" | "getMetricsAsJSON">> =>
      firstProcess === undefined
        ? metrics.registry
        : AggregatorRegistry.aggregate((await firstProcess.ask("metrics")) ?? []),
    health: createHealth(store, upstreams, () => auth?.unreadable ?? []),
    /** Reloads the configuration; undefined if this process can't. */
    reload:
      options.reloadConfig &&
      createReload(options.loaded, options.reloadConfig, { store, logger, firstProcess }),
    /** Logs an answered error if it is a bug in the gateway. */
    reportError(error: RpcError): void {
      if (error.kind === "internal")
        logger.error({ err: error.cause ?? error }, "a call failed inside the gateway");
    },
    /** Closes all parts, dependents first. */
    async close(): Promise<void> {
      parts.ledgers?.close();
      await upstreams.close();
      await store.close();
      await auth?.close();
      await parts.redis?.close();
      await parts.tracing?.close();
    },
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/** Creates the parts of a gateway; each uses only earlier ones. */
async function createParts(options: AssembleOptions) {
  const { loaded, logger, firstProcess, mock: isMock } = options;
  const { config, warnings } = loaded;
  const { serverConfig } = config;
  for (const warning of warnings) logger.warn(warning);
  const metrics = createMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  const report: Report = { log: logger, countFailure: metrics.countFailure };
  /** Shares of `server_config.memory_mb`, in bytes. */
  const shares = memoryShares(serverConfig);
  const redis = await connectRedis(config.redis, report);
  const persist = options.persist !== false || config.stateFile !== undefined;
  const storages = createStorages(loaded, { redis, persist, ...report });
  const observe = (event: CallEvent) => {
    metrics.recordCall(event);
    logCall(logger, event);
  };
  const store = await createStore(options, storages, report);
  const ownLimiter = createRateLimiter(serverConfig.rateLimit, redis);
  const rateLimiter = firstProcess === undefined ? ownLimiter : shareSpending(ownLimiter, firstProcess);
  const auth = await createAuth({ loaded, redis, firstProcess, storages, ...report });
  const callerLimits = createCallerLimits(rateLimiter, auth?.charges);
  /** The text of openrpc.json. */
  const document = RawJson.fromBytes(readFileSync(join(packageRoot, "openrpc.json")));
  const mock = isMock ? await loadMock(document) : undefined;
  /** Ledger state in memory; undefined if every read goes to an upstream. */
  const ledgers = config.reads.enabled
    ? new LedgerStates({ maxBytes: shares.ledgerState, acceptedLagSlots: config.reads.behind })
    : undefined;
  const callNames = createCallNames(store, config.execution);
  const tracing = await createTracing(config.tracing, report, callNames);
  /** `landing`, which resends transactions until they land, is undefined in mock mode. */
  const upstreams: UpstreamLayer & { readonly landing?: Landing } =
    mock?.upstreams ??
    createUpstreams({
      store,
      ledgers,
      tracing,
      upstream: upstreamSettings(config.upstream, {
        maxResponseBytes: shares.response,
        maxIncomingBytes: shares.incoming,
        maxConcurrentRequests: serverConfig.maxConcurrentRequests,
      }),
      cache: { enabled: config.cache.enabled, maxBytes: shares.cache },
      routing: config.routing,
      sending: config.sending,
      landing: config.landing,
      landingStorage: storages.landing,
      creditStorage: storages.upstreamCredits,
      processes: firstProcess === undefined ? 1 : serverConfig.workers,
      limits: serverConfig,
      log: logger,
      metrics,
      redis,
    });
  return {
    config,
    logger,
    firstProcess,
    /** Answers come from the document's examples; no upstream may be contacted. */
    isMock,
    shares,
    metrics,
    redis,
    store,
    rateLimiter,
    auth,
    callerLimits,
    document,
    ledgers,
    callNames,
    tracing,
    upstreams,
    ledgerHandlers: mock?.handlers ?? ledgerHandlers,
    gatewayAnswers: new GatewayAnswers({ ...callerLimits, observe }),
    assertMayManage: createManagementCheck(networkAdminRule(serverConfig), auth !== undefined),
    observe,
  };
}

/** Creates the networks, with stored changes and those that other workers made. */
function createStore(
  { loaded, localLedgers = [], firstProcess, changes = [] }: AssembleOptions,
  storages: Storages,
  report: Report,
) {
  return createNetworkStore({
    config: loaded.config,
    ...report,
    extra: localNetworks(localLedgers),
    storage: storages.networks,
    others: firstProcess && {
      temporary: changes,
      announceChange: (changed) => firstProcess.ask("changeNetwork", changed),
      onChange: (changeNetwork) => firstProcess.expose({ changeNetwork }),
    },
    logsChangesAtStart: firstProcess === undefined,
  });
}

/** Wraps the gateway: a call passes tracing, the access log and discovery first. */
function createCallPath(parts: Parts): Gateway {
  const { config, store, upstreams, auth, callerLimits, gatewayAnswers, tracing, observe } = parts;
  const { serverConfig } = config;
  const { rateLimit } = serverConfig;
  const gateway = createGateway({
    agreements: new AgreementRules(config.agreement),
    send: upstreams.send,
    landing: upstreams.landing,
    commitment: config.commitment,
    ledgerHandlers: parts.ledgerHandlers,
    networkHandlers: createNetworkHandlers(store),
    store,
    execution: config.execution,
    requestTimeoutMs: serverConfig.requestTimeoutMs,
    maxAnswerBytes: parts.shares.batch,
    ...callerLimits,
    gatewayAnswers,
    // A heavy subscription never costs more than a client's whole rate limit.
    heavyPoints: Math.min(heavyPoints, rateLimit.perSecond, rateLimit.perMinute),
    assertMayManage: parts.assertMayManage,
    observe,
    countCall({ id }, method, outcome) {
      parts.metrics.countCaller(id, outcome);
      if (outcome !== "refused") auth?.usage.record(id, method, outcome === "failed");
    },
  });
  const discovering = withDiscovery(gateway, parts.document, gatewayAnswers);
  const logged = config.log.access ? withAccessLog(discovering, parts.logger, parts.callNames) : discovering;
  return tracing?.wrapGateway(logged) ?? logged;
}

/** Loads the mock lazily, since its library is slow to load. */
async function loadMock(document: RawJson) {
  const { createMock } = await import("../mock/mock-upstreams.ts");
  return createMock(document.toString());
}

/** Cost in points of a subscription with many large notifications, such as all blocks. */
const heavyPoints = 5;

/** Creates call tracing; undefined if the configuration names no endpoint. */
async function createTracing(
  { endpoint, headers, sampleRatio }: Config["tracing"],
  report: Report,
  names: CallNames,
) {
  if (endpoint === undefined) return undefined;
  const { SpanExporter } = await import("../observability/tracing/span-exporter.ts");
  const { createCallTracing } = await import("../observability/tracing/trace-calls.ts");
  const resource = {
    "service.name": "svm-gateway",
    "service.version": packageVersion,
    "service.instance.id": `${hostname()}:${process.pid}`,
    "process.pid": process.pid,
  };
  const exporter = new SpanExporter({ endpoint, headers, resource, ...report });
  const steps = createCallTracing({ sampleRatio, names, onEnd: (span) => exporter.add(span) });
  return { ...steps, close: () => exporter.close() };
}
