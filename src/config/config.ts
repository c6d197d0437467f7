import type { Commitment, NetworkType } from "../contract/method-description.ts";
import type { LogLevel } from "../log/log-level.ts";

/**
 * The effective configuration: frozen, every key present, defaults filled in. `config.schema.json` describes
 * each key (there in snake_case) with its default; a test keeps the two in step.
 */
export interface Config {
  /** Upstream of the default network; undefined where none is named. */
  readonly rpcUrl: string | undefined;
  /** Default commitment of the gateway dialect; undefined leaves each call as the caller wrote it. */
  readonly commitment: Commitment | undefined;
  /** Tool protocol version that is offered first. */
  readonly protocolVersion: string;
  /** Id of the network that answers calls which select none. */
  readonly defaultNetwork: string | undefined;
  /** What a call that selects no network means: the default one, or all enabled ones. */
  readonly execution: "single" | "multi";
  /** Networks of the operator, by id. */
  readonly svmNetworks: Readonly<Record<string, NetworkConfig>>;
  /** Categories and method names that the tool list is narrowed to; empty lists all. */
  readonly tools: readonly string[];
  /** Providers whose own methods are listed as tools, by id. */
  readonly toolsProviders: readonly string[];
  /** Offers tools that only read. */
  readonly readOnly: boolean;
  /** Calls that move funds or change networks go out without asking the person first. */
  readonly skipConfirmation: boolean;
  /**
   * Run-time changes of networks are kept here; undefined means `.svm-gateway-state.json` beside the
   * configuration.
   */
  readonly stateFile: string | undefined;
  readonly registry: RegistryConfig;
  readonly serverConfig: ServerConfig;
  readonly upstream: UpstreamConfig;
  readonly cache: CacheConfig;
  readonly websocket: WebsocketConfig;
  readonly toolResults: ToolResultsConfig;
  readonly log: LogConfig;
}

/** One entry of `svm_networks`. What is undefined comes from the registry, or is derived. */
export interface NetworkConfig {
  readonly name: string | undefined;
  readonly rpcUrl: string | undefined;
  readonly rpcUrls: readonly (string | WeightedUrl)[];
  readonly wsUrl: string | undefined;
  readonly wsUrls: readonly (string | WeightedUrl)[];
  readonly type: NetworkType | undefined;
  readonly chainId: string | undefined;
  readonly enabled: boolean;
  readonly allowMethods: readonly string[];
}

/** An upstream address with its share of the calls. */
export interface WeightedUrl {
  readonly url: string;
  readonly weight: number;
}

/** `registry`: where the list of public networks is refreshed from. */
export interface RegistryConfig {
  /** undefined: the list that ships with the product serves alone. */
  readonly url: string | undefined;
  /** 0 refreshes at the start only. */
  readonly refreshIntervalMs: number;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** `server_config`: listeners and what they accept. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  readonly wsPort: number;
  /** Upstream calls at once. */
  readonly maxConcurrentRequests: number;
  /** Calls that may wait for one of them to end. */
  readonly maxQueue: number;
  /** Addresses that one getMultipleAccounts of the gateway dialect may name; a node has its own limit. */
  readonly maxMultipleAccounts: number;
  /** Bounds a whole call. */
  readonly requestTimeoutMs: number;
  readonly enableCors: boolean;
  /**
   * Origins that may read answers when `enableCors` is on; `*` is any, but never lets a page change networks.
   */
  readonly corsOrigins: readonly string[];
  /** Host names that are answered beside the listener's own addresses; all others are refused. */
  readonly allowedHosts: readonly string[];
  readonly enableMetrics: boolean;
  readonly maxBodyBytes: number;
  readonly maxBatch: number;
  /** undefined: open while the listeners are on loopback, else loopback. */
  readonly networkAdmin: "open" | "loopback" | "off" | undefined;
  readonly rateLimit: RateLimitConfig;
  /** Reverse proxies in front, each of which appends to `X-Forwarded-For`; 0 takes the socket's address. */
  readonly trustProxy: number;
  readonly workers: number;
  readonly compression: boolean;
  /** Shorter answers are not worth compressing. */
  readonly compressionMinBytes: number;
  readonly headersTimeoutMs: number;
  /** Time for a client to send its whole request. */
  readonly bodyTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxConnections: number;
  /** Longest answer to a batch. */
  readonly maxAnswerBytes: number;
  /** Memory for request bodies that are not complete, of all clients. */
  readonly maxBodyBytesInFlight: number;
  /** Bytes that clients have not read, of all connections; past it the slowest readers are cut off. */
  readonly maxUnreadBytes: number;
  /** A client that reads nothing of what waits for it for this long is cut off. */
  readonly sendTimeoutMs: number;
  /** What is in flight at SIGTERM may take this long. */
  readonly shutdownTimeoutMs: number;
}

/** `server_config.rate_limit`: per client address. */
export interface RateLimitConfig {
  readonly enabled: boolean;
  readonly perMinute: number;
  readonly perSecond: number;
  /** Addresses kept in mind at once. */
  readonly maxClients: number;
}

/** `upstream`: how upstreams are called, watched and spared. */
export interface UpstreamConfig {
  readonly maxResponseBytes: number;
  readonly connectTimeoutMs: number;
  readonly connectionsPerOrigin: number;
  readonly keepAliveTimeoutMs: number;
  readonly pollIntervalMs: number;
  /** Slots behind the best upstream of the network at which an upstream is taken out. */
  readonly freshSlots: number;
  readonly maxSlotLag: number;
  readonly retry: RetryConfig;
  readonly hedge: HedgeConfig;
  readonly breaker: BreakerConfig;
  /** Sends a signed transaction to all upstreams of the network at once. */
  readonly broadcast: boolean;
}

/** `upstream.retry`: reads only. */
export interface RetryConfig {
  /** Rounds of one call over the upstreams of its network, the first included. */
  readonly maxAttempts: number;
  /** Retries as a share of all calls. */
  readonly budgetRatio: number;
}

/** `upstream.hedge`: a second upstream is asked when the first is slower than it usually is. */
export interface HedgeConfig {
  readonly enabled: boolean;
  /** Of the method's own latencies. */
  readonly quantile: number;
  readonly minDelayMs: number;
  /** Hedged calls as a share of all calls. */
  readonly budgetRatio: number;
}

/** `upstream.breaker`: one per upstream. */
export interface BreakerConfig {
  /** Failures in a row that open it. */
  readonly failures: number;
  readonly openMs: number;
}

/** `cache`: answers that are used again. */
export interface CacheConfig {
  readonly enabled: boolean;
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
  /** Answers about the moving head: kept while no newer slot is known, or never. */
  readonly head: "slot" | "off";
  /** Bytes of such answers at most, of all networks. */
  readonly maxHeadBytes: number;
  /** Redis or Valkey shared by several gateways: cache, rate limits, network state. */
  readonly redisUrl: string | undefined;
  /** Secret of the gateways that share answers: entries that none of them wrote are not used. */
  readonly redisHmacKey: string | undefined;
  /** A slower answer of Redis counts as none. */
  readonly redisTimeoutMs: number;
}

/** `websocket`: subscriptions, of clients and to upstreams. */
export interface WebsocketConfig {
  readonly maxConnections: number;
  readonly maxSubscriptionsPerConnection: number;
  /** Rate limit points of a subscription that is heavy upstream. */
  readonly heavyPoints: number;
  /** Longest parameters of one subscription. */
  readonly maxParamsBytes: number;
  /** Time for which a subscription that no client has any more is kept upstream. */
  readonly lingerMs: number;
  /** Such subscriptions at most. */
  readonly maxLingering: number;
  readonly fullReads: FullReadsConfig;
  /** Unsent bytes of one connection at which its reader counts as slow. */
  readonly maxBufferedBytes: number;
  readonly pingIntervalMs: number;
  readonly perMessageDeflate: boolean;
  /** Sockets to one upstream at most. */
  readonly upstreamConnections: number;
  readonly subscriptionsPerUpstreamConnection: number;
  readonly reconnect: ReconnectConfig;
  /** Interval of HTTP polling where no upstream sends a subscription. */
  readonly pollIntervalMs: number;
}

/** `websocket.full_reads`: lists of all accounts of a program, read for subscriptions. */
export interface FullReadsConfig {
  readonly atOnce: number;
  readonly maxWaiting: number;
  /** After a longer answer the next read waits in proportion. */
  readonly bytesPerMinute: number;
  /** Accounts that are remembered to be compared, of all subscriptions. */
  readonly maxAccounts: number;
}

/** `websocket.reconnect`: backoff of upstream sockets. */
export interface ReconnectConfig {
  readonly minMs: number;
  readonly maxMs: number;
}

/** `tool_results`: what a tool call may answer. */
export interface ToolResultsConfig {
  /** Longer results are cut with a statement of what was left out. */
  readonly maxBytes: number;
}

/** `log`: what goes to standard error. */
export interface LogConfig {
  readonly level: LogLevel;
  /** undefined: pretty when standard error is a terminal. */
  readonly pretty: boolean | undefined;
}
