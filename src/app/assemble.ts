import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AggregatorRegistry, collectDefaultMetrics, type Registry } from "prom-client";
import type { LoadedConfig } from "../config/load-config.ts";
import { memoryShares } from "../config/memory-shares.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import { SessionTable } from "../consistency/sessions/session-table.ts";
import { AgreementRules } from "../gateway/agreement-rules.ts";
import { createCallerLimits } from "../gateway/caller-limits.ts";
import { createGateway } from "../gateway/create-gateway.ts";
import { withDiscovery } from "../gateway/discovery.ts";
import type { CallEvent, Caller, Gateway } from "../gateway/gateway-call.ts";
import { LocalAnswers } from "../gateway/local-answers.ts";
import { createManagementCheck, networkAdminRule } from "../gateway/management-check.ts";
import { type KnownCallersOptions, withKnownCallers } from "../gateway/with-known-callers.ts";
import { ledgerHandlers } from "../handlers/ledger-handlers.ts";
import { createNetworkHandlers } from "../handlers/network-handlers.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Landing } from "../landing/landing.ts";
import { createRateLimiter } from "../limits/rate-limiter.ts";
import { type LocalLedger, localNetworks } from "../localnet/start-embedded-ledgers.ts";
import type { Logger } from "../log/logger.ts";
import { createNetworkStore, type NetworkStore } from "../networks/network-store.ts";
import { logCall, withAccessLog } from "../observability/access-log.ts";
import { createCallNames } from "../observability/call-names.ts";
import { createHealth, type HealthCheck } from "../observability/health.ts";
import { createMetrics, type Metrics } from "../observability/metrics.ts";
import { packageRoot } from "../package-root.ts";
import { KnownLedgers } from "../reads/known/known-ledgers.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import { type ClientChecks, createClientChecks } from "../transports/shared/client-checks.ts";
import { upstreamSettings } from "../upstream/node/upstream-settings.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { shareSpending, type WorkerLink, type WorkerStart } from "../workers/worker-link.ts";
import { type Auth, createAuth } from "./callers/create-auth.ts";
import { createTracing } from "./calls/create-tracing.ts";
import { createUpstreams } from "./calls/create-upstreams.ts";
import type { UpstreamsOptions } from "./calls/step-parts.ts";
import { createReload } from "./reload.ts";
import {
  connectRedis,
  createCreditKeeper,
  createLandingKeeper,
  createNetworkKeeper,
} from "./state/kept-state.ts";

export interface AssembleOptions {
  readonly loaded: LoadedConfig;
  readonly logger: Logger;
  readonly localLedgers?: readonly LocalLedger[] | undefined;
  /** Answers with the document's examples instead of calling upstreams. */
  readonly mock: boolean;
  /** Keeps changes of networks in memory only, unless the configuration names a state file. */
  readonly forgetsChanges?: boolean;
  /** Reads the configuration again for a reload. Without it the gateway can't reload. */
  readonly reread?: (() => LoadedConfig) | undefined;
  /** The link to the first process; undefined unless this process is a worker. */
  readonly link?: WorkerLink | undefined;
  /** For a worker: changes of networks that the first process keeps in memory. */
  readonly changes?: WorkerStart["changes"];
}

/** The parts that transports and their pages use. */
type ServedParts =
  | "auth"
  | "config"
  | "document"
  | "ledgers"
  | "localAnswers"
  | "logger"
  | "metrics"
  | "shares"
  | "store"
  | "upstreams";

/** A complete gateway, ready to be served by transports. */
export interface Service extends Pick<Parts, ServedParts> {
  readonly gateway: Gateway;
  /** The sessions of HTTP clients. */
  readonly sessions: SessionTable;
  /** No upstream may be contacted: answers come from the document's examples. */
  readonly isMock: boolean;
  /** Identifies who sent a request, and refuses what a proxy or a browser must not send. */
  readonly checks: ClientChecks;
  readonly health: HealthCheck;
  /** Reads the configuration again; undefined if this process can't. */
  readonly reload: (() => Promise<ReloadReport>) | undefined;
  /** Names and values of the headers that show a client what its rate limit has left. */
  limitHeaders(caller: Caller): readonly string[];
  /** This process' metrics, or those of all workers summed. */
  allMetrics(): Promise<Pick<Registry, "metrics" | "getMetricsAsJSON">>;
  /** Logs a fault that is answered if it is a bug of the gateway. */
  reportFault(fault: RpcError): void;
  /** Closes all parts, in the order of use. */
  close(): Promise<void>;
}

/** Builds the gateway that the configuration describes. */
export async function assemble(options: AssembleOptions): Promise<Service> {
  const parts = await createParts(options);
  const { loaded, config, logger, link, metrics, redis, store, limiter, auth, ledgers, tracing, upstreams } =
    parts;
  link?.expose({ metrics: () => metrics.registry.getMetricsAsJSON() });
  return {
    ...parts,
    gateway: withCallerSteps(createLedgerGateway(parts), parts),
    sessions: new SessionTable(),
    isMock: options.mock,
    checks: createClientChecks(config.serverConfig),
    limitHeaders({ address, known }) {
      if (known !== undefined) return known.meter.headers(address);
      return address === undefined ? [] : limiter.headers(address);
    },
    allMetrics: async () =>
      link === undefined ? metrics.registry : AggregatorRegistry.aggregate((await link.ask("metrics")) ?? []),
    health: createHealth(store, upstreams, () => auth?.unreadable ?? []),
    reload: options.reread && createReload(loaded, options.reread, { store, logger, link }),
    reportFault(fault) {
      if (fault.kind === "internal")
        logger.error({ err: fault.cause ?? fault }, "a call failed inside the gateway");
    },
    async close() {
      ledgers?.close();
      await upstreams.close();
      await store.close();
      await auth?.close();
      await redis?.close();
      await tracing?.close();
    },
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

/** Creates the parts of a gateway, each from those before it. */
async function createParts(options: AssembleOptions) {
  const shared = await createSharedParts(options);
  const { config, logger, link, shares, metrics, redis, observe } = shared;
  const { execution, reads, serverConfig } = config;
  const store = await createStore(shared);
  const ownLimiter = createRateLimiter(serverConfig.rateLimit, redis);
  const limiter = link === undefined ? ownLimiter : shareSpending(ownLimiter, link);
  const auth = await createAuth({ ...shared, log: logger });
  const limits = createCallerLimits(limiter, auth?.charges);
  /** The text of openrpc.json. */
  const document = RawJson.fromBytes(readFileSync(join(packageRoot, "openrpc.json")));
  const mock = options.mock ? await loadMock(document) : undefined;
  /** What is known of the ledgers; undefined if each read goes to an upstream. */
  const ledgers = reads.enabled
    ? new KnownLedgers({ maxBytes: shares.known, acceptedLagSlots: reads.behind })
    : undefined;
  const names = createCallNames({ store, execution });
  const tracing = await createTracing(config.tracing, logger, metrics.countFailure, names);
  /** Without `landing`, nothing is sent until it lands. */
  const upstreams: Upstreams & { readonly landing?: Landing } =
    mock?.upstreams ?? buildUpstreamSteps(shared, { store, ledgers, tracing });
  const handlers = mock?.handlers ?? ledgerHandlers;
  const localAnswers = new LocalAnswers({ ...limits, observe });
  return {
    ...shared,
    store,
    limiter,
    auth,
    limits,
    document,
    ledgers,
    names,
    tracing,
    upstreams,
    handlers,
    localAnswers,
  };
}

type SharedParts = Awaited<ReturnType<typeof createSharedParts>>;

async function createSharedParts(options: AssembleOptions) {
  const { loaded, logger } = options;
  const { config, warnings } = loaded;
  for (const warning of warnings) logger.warn(warning);
  const metrics = createMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  return {
    ...options,
    config,
    /** The parts of `server_config.memory_mb`, in bytes. */
    shares: memoryShares(config.serverConfig),
    metrics,
    redis: await connectRedis(config, logger, metrics),
    /** Whether nothing is kept after the process has ended. */
    forgets: options.forgetsChanges === true && config.stateFile === undefined,
    observe(event: CallEvent) {
      metrics.recordCall(event);
      logCall(logger, event);
    },
  };
}

/** Opens the store of networks, with the changes that were kept or that other workers have made. */
function createStore(shared: SharedParts) {
  const { loaded, config, logger, link, localLedgers = [], changes = [], metrics, redis, forgets } = shared;
  return createNetworkStore({
    config,
    log: logger,
    extra: localNetworks(localLedgers),
    keeper: forgets ? undefined : createNetworkKeeper({ loaded, log: logger }, metrics, redis),
    others: link && {
      temporary: changes,
      announceChange: (changed) => link.ask("changeNetwork", changed),
      onChange: (changeNetwork) => link.expose({ changeNetwork }),
    },
    logsChangesAtStart: link === undefined,
    countFailure: metrics.countFailure,
  });
}

/** Builds the steps to the networks' upstreams, and lets transactions be kept until they land. */
function buildUpstreamSteps(
  { loaded, config, logger, link, shares, metrics, redis, forgets }: SharedParts,
  others: Pick<UpstreamsOptions, "ledgers" | "tracing"> & { readonly store: NetworkStore },
) {
  const { serverConfig } = config;
  const upstreams = createUpstreams({
    ...others,
    upstream: upstreamSettings(config.upstream, {
      maxResponseBytes: shares.response,
      maxArrivingBytes: shares.arriving,
      maxConcurrentRequests: serverConfig.maxConcurrentRequests,
    }),
    cache: { enabled: config.cache.enabled, maxBytes: shares.cache },
    routing: config.routing,
    sending: config.sending,
    landing: config.landing,
    creditKeeper: forgets ? undefined : createCreditKeeper(`${loaded.statePath}.credits`, redis),
    processes: link === undefined ? 1 : serverConfig.workers,
    limits: serverConfig,
    log: logger,
    metrics,
    redis,
    redisHmacKey: config.redis.hmacKey,
  });
  if (!forgets)
    upstreams.landing.useKeeper(createLandingKeeper(loaded, metrics, redis), (id) => others.store.get(id));
  return upstreams;
}

function createLedgerGateway(parts: Parts): Gateway {
  const { config, shares, store, upstreams, auth, limits, localAnswers, handlers, observe } = parts;
  const { agreement, commitment, execution, serverConfig } = config;
  const { rateLimit, requestTimeoutMs } = serverConfig;
  return createGateway({
    agreements: new AgreementRules(agreement),
    send: upstreams.send,
    landing: upstreams.landing,
    commitment,
    ledgerHandlers: handlers,
    networkHandlers: createNetworkHandlers(store),
    store,
    execution,
    requestTimeoutMs,
    maxAnswerBytes: shares.batch,
    ...limits,
    localAnswers,
    // A heavy subscription never costs more than a client's whole rate limit.
    heavyPoints: Math.min(heavyPoints, rateLimit.perSecond, rateLimit.perMinute),
    assertMayManage: createManagementCheck(networkAdminRule(serverConfig), auth !== undefined),
    observe,
  });
}

/** Puts around the gateway what a call passes first: tracing, the access log, discovery, and the rights of known callers. */
function withCallerSteps(gateway: Gateway, parts: Parts): Gateway {
  const { config, logger, metrics, auth, localAnswers, document, names, tracing, observe } = parts;
  const onCall = auth && createCallRecorder(auth, metrics);
  const admitting = onCall === undefined ? gateway : withKnownCallers(gateway, { observe, onCall });
  const discovering = withDiscovery(admitting, document, localAnswers);
  const logged = config.log.access ? withAccessLog(discovering, logger, names) : discovering;
  return tracing?.wrapGateway(logged) ?? logged;
}

/** The library of --mock is slow to load, so it is loaded only here. */
async function loadMock(document: RawJson) {
  const { createMock } = await import("../mock/mock-upstreams.ts");
  return createMock(document.toString());
}

/** Points for a subscription with many large notifications, such as all blocks. */
const heavyPoints = 5;

function createCallRecorder({ usage }: Auth, metrics: Metrics): KnownCallersOptions["onCall"] {
  return ({ id }, method, outcome) => {
    metrics.countCaller(id, outcome);
    if (outcome !== "refused") usage.record(id, method, outcome === "failed");
  };
}
