// Generated from config.schema.json by codegen/emit/emit-config.ts; do not edit. Run: npm run generate
// The effective configuration: every key present, in camelCase, defaults filled in. An optional setting without a
// default may be undefined.

/** Configuration file of svm-gateway. Flags and environment variables override it. */
export interface Config {
  /** HTTP address of an upstream of the default network. */
  readonly rpcUrl: string | undefined;
  /** Upstreams of the default network, each an address or an object with its limits and costs. `rpc_url` adds one. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Commitment of calls in the gateway dialect that name none. Default: the ledger's own, `finalized`. */
  readonly commitment: "processed" | "confirmed" | "finalized" | undefined;
  /** Way of sending transactions: to one upstream (`once`), to all at the same time (`broadcast`), or repeatedly until they land or expire (`land`). A network's own `sending` takes precedence, and so does the header x-send of a call. */
  readonly sending: "once" | "broadcast" | "land";
  /** MCP version offered to a client that asks for an unsupported one. */
  readonly protocolVersion: string;
  /** Network of calls that select none. Default: that of `rpc_url`, else the first of `svm_networks`, else `solana-mainnet`. */
  readonly defaultNetwork: string | undefined;
  /** Network of calls that select none: the default network (`single`), or every enabled one (`multi`). */
  readonly execution: "single" | "multi";
  /** Networks of the operator, by id. */
  readonly svmNetworks: Readonly<Record<string, NetworkConfig>>;
  /** Further providers, by the scheme of their short addresses; one named like a built-in provider replaces it. */
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Categories (account, token, ...) and methods to offer as tools; other calls are not restricted. An empty list means all. `find` offers only three tools, which find, describe and call the others. */
  readonly tools: readonly string[];
  /** Providers whose own methods are always listed as tools, even if no enabled network has one of their upstreams. Ids are those in `x-providers` of openrpc.json, such as `das` (any index of assets) and `photon` (any index of compressed state). */
  readonly toolsProviders: readonly string[];
  /** Whether to offer only tools that read; other calls are not restricted. */
  readonly toolsReadOnly: boolean;
  /** Whether tools that move funds or change networks run without asking the user first. If not, the user is asked where the client supports it. */
  readonly skipConfirmation: boolean;
  /** File that keeps run-time changes of networks. Choose another one if the default folder is not writable. Default: `.svm-gateway-state.json` next to the configuration file, or in the working directory. */
  readonly stateFile: string | undefined;
  /** List of public networks. One ships with the program. */
  readonly registry: RegistryConfig;
  /** Listeners, and what they accept. */
  readonly serverConfig: ServerConfig;
  /** Callers known by a key or token, with their rights and limits. Off until a key, key file, Redis keys or an issuer is configured. */
  readonly auth: AuthConfig;
  /** Calls to upstreams, and probes of them. */
  readonly upstream: UpstreamConfig;
  /** Choice of an upstream for a call that several can take. */
  readonly routing: RoutingConfig;
  /** Reads answered from what is known of a ledger at its newest slot, and upstream calls that serve many reads. */
  readonly reads: ReadsConfig;
  /** Answers that never change, or hold for an epoch. */
  readonly cache: CacheConfig;
  /** State shared by several gateways. */
  readonly redis: RedisConfig;
  /** Sessions, in which a client never sees a ledger go back to an older state. */
  readonly consistency: ConsistencyConfig;
  /** Reads that several upstreams must answer alike, so that one wrong upstream does not decide. The first entry that names a method counts. */
  readonly agreement: readonly AgreementRule[];
  /** Transactions that are sent until they land. */
  readonly landing: LandingConfig;
  /** Subscriptions of clients, and to upstreams. */
  readonly websocket: WebsocketConfig;
  /** Results of tool calls. */
  readonly toolResults: ToolResultsConfig;
  /** Logs, written to standard error. */
  readonly log: LogConfig;
  /** Spans of calls, their attempts and merges, sent to an OpenTelemetry collector. */
  readonly tracing: TracingConfig;
}

/** Upstream of a network, with the limits and costs of its plan. */
export interface UpstreamEntry {
  /** Name in logs, metrics and commands. Default: its host, numbered if several upstreams share it. */
  readonly id: string | undefined;
  /** HTTP address, or a provider's short address, such as helius://KEY or triton://NAME/KEY. */
  readonly url: string;
  /** Plan at the provider, for the limits that are not set here; `svm-gateway providers ID` lists all plans. Default: the provider's first. */
  readonly plan: string | undefined;
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it has one. */
  readonly wsUrl: string | undefined;
  /** Headers of every request and of every WebSocket handshake. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of its tier's calls: an upstream of weight 2 gets twice as many as one of weight 1. */
  readonly weight: number;
  /** Order of use: lower tiers first, the next one when no upstream of a lower tier can take the call. */
  readonly tier: number;
  /** Limits of its plan, which the gateway does not exceed. What neither a plan nor a setting limits has no limit. */
  readonly limits: UpstreamLimits;
  /** Credits per call, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Methods to send to the upstream. */
  readonly methods: UpstreamMethods;
  /** Uses of the upstream. Leave out what it does not serve. */
  readonly for: readonly ("reads" | "sends" | "subscriptions")[];
  /** Extent of its ledger: `full`, or the number of newest slots that it keeps. Default: learned from its answers. */
  readonly history: "full" | number | undefined;
}

/** Limits of its plan, which the gateway does not exceed. What neither a plan nor a setting limits has no limit. */
export interface UpstreamLimits {
  /** Maximum calls per second. */
  readonly perSecond: number | undefined;
  /** Maximum credits per day, from midnight UTC. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. */
  readonly creditsPerMonth: number | undefined;
}

/** Methods to send to the upstream. */
export interface UpstreamMethods {
  /** Methods to send, by name or by a prefix with *. An empty list means all. */
  readonly allow: readonly string[];
  /** Methods never to send, by name or by a prefix with *. */
  readonly deny: readonly string[];
}

/** Network, under its id. If the registry has the id, the entry changes that network; otherwise it adds one. */
export interface NetworkConfig {
  /** Display name. Default: the registry's, else the id. */
  readonly name: string | undefined;
  /** HTTP address of an upstream. Unlike in setNetworkRpcUrl, it may be private. */
  readonly rpcUrl: string | undefined;
  /** HTTP addresses of several upstreams; calls are spread by weight. `rpc_url` adds one. */
  readonly rpcUrls: readonly (string | WeightedUrl)[];
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it has one. */
  readonly wsUrl: string | undefined;
  /** WebSocket addresses of several upstreams. `ws_url` adds one. */
  readonly wsUrls: readonly (string | WeightedUrl)[];
  /** Upstreams with keys, limits and costs, in addition to `rpc_url` and `rpc_urls`. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Kind of network. Airdrops are refused on mainnet. Default: derived from the id. */
  readonly type: "mainnet" | "devnet" | "testnet" | "localnet" | undefined;
  /** Chain identifier, as shown by listSvmNetworks. Default: the registry's, else the id. */
  readonly chainId: string | undefined;
  /** Whether calls to all networks include it. Calls that name it always reach it. */
  readonly enabled: boolean;
  /** Methods beyond openrpc.json that the ledger dialect passes on unvalidated, by name or by a prefix with *. */
  readonly allowMethods: readonly string[];
  /** Way of sending transactions on this network. Default: the top-level `sending`. */
  readonly sending: "once" | "broadcast" | "land" | undefined;
}

/** Address of an upstream with its share of the calls. */
export interface WeightedUrl {
  /** Address of the upstream. */
  readonly url: string;
  /** Share of the calls of the network: an upstream of weight 2 gets twice as many as one of weight 1. */
  readonly weight: number;
}

/** Provider of upstreams, under its id, which is the scheme of its short addresses. */
export interface ProviderEntry {
  /** Display name. */
  readonly name: string;
  /** Suffixes of its host names, by which plain addresses are recognized. */
  readonly hosts: readonly string[];
  /** Parts of a short address, in order, separated by slashes; `key` is a secret. */
  readonly parts: readonly string[];
  /** Addresses by network id, as in the registry. */
  readonly networks: Readonly<Record<string, ProviderNetwork>>;
  /** Limits by plan. The first plan is that of an address that names none. */
  readonly plans: Readonly<Record<string, UpstreamLimits>>;
  /** Credits per call, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Methods that it serves, if not all of them. Others go to it only when no other upstream takes them. */
  readonly methods: readonly string[];
  /** Methods that it serves beyond the standard ones. Those missing from openrpc.json are passed on unvalidated, in the ledger dialect only. */
  readonly extraMethods: readonly string[];
  /** Extent of its ledger: `full`, or the number of newest slots that it keeps. Default: learned from its answers. */
  readonly history: "full" | number | undefined;
  /** Requirements of a provider that takes only transactions. Its upstreams are not probed, and get only transactions that meet these. */
  readonly route: RouteProfile;
  /** Sources of the figures, by setting. */
  readonly sources: Readonly<Record<string, ProviderSource>>;
}

/** Addresses for one network. */
export interface ProviderNetwork {
  /** HTTP address, with {part} in place of a part of the short address. */
  readonly url: string;
  /** WebSocket address. Default: derived from the HTTP address. */
  readonly wsUrl: string | undefined;
}

/** Requirements of a provider that takes only transactions. Its upstreams are not probed, and get only transactions that meet these. */
export interface RouteProfile {
  /** Methods that it takes, each with the path to append to its address. If empty, it is an ordinary provider. */
  readonly methods: Readonly<Record<string, string>>;
  /** Whether to set skipPreflight, for upstreams without preflight. */
  readonly skipPreflight: boolean;
  /** Value of maxRetries. Default: the caller's. */
  readonly maxRetries: number | undefined;
  /** Encoding in which a transaction is sent; its bytes stay the same. Default: the caller's. */
  readonly encoding: "base64" | "base58" | undefined;
  /** Accounts of which a transaction must tip one. */
  readonly tipAccounts: readonly string[];
  /** Minimum tip in lamports, in one transfer to a tip account. */
  readonly leastTip: number;
  /** Maximum number of transactions in a bundle. */
  readonly bundleSize: number | undefined;
  /** Regions that the part `region` of a short address may name. An empty list means any. */
  readonly regions: readonly string[];
}

/** Source of figures. */
export interface ProviderSource {
  /** Page that was read. */
  readonly page: string | undefined;
  /** Day on which it was read. */
  readonly read: string | undefined;
  /** Note on what the page does not say. */
  readonly note: string | undefined;
}

/** List of public networks. One ships with the program. */
export interface RegistryConfig {
  /** Address of a newer list, fetched at start and once a day. Without it, the list that ships is used. */
  readonly url: string | undefined;
}

/** Listeners, and what they accept. */
export interface ServerConfig {
  /** Address to listen on; 0.0.0.0 or :: means all. */
  readonly host: string;
  /** HTTP port; 0 takes a free one. */
  readonly port: number;
  /** WebSocket port; 0 takes a free one. */
  readonly wsPort: number;
  /** Maximum number of concurrent upstream calls in each worker; others wait (`svm_gateway_upstream_calls`). Raise it if calls wait while upstreams could take more. docs/security.md says how networks and clients share these places. */
  readonly maxConcurrentRequests: number;
  /** Memory for what each worker keeps and buffers. docs/security.md lists the shares. The process itself needs about 150 MiB more. */
  readonly memoryMb: number;
  /** Maximum time of a whole call, retries included; then it fails with `upstream-timeout`. */
  readonly requestTimeoutMs: number;
  /** Whether browser pages of `cors_origins` may read answers. */
  readonly enableCors: boolean;
  /** Origins whose pages may read answers if `enable_cors` is on; * is any origin, an empty list none. Only an origin that is written out may also change networks and use /admin. */
  readonly corsOrigins: readonly string[];
  /** Accepted host names, besides the listener's addresses and localhost. Others get 403, to prevent DNS rebinding. * accepts any name, but pages served under that name still count as another origin. */
  readonly allowedHosts: readonly string[];
  /** Whether to serve GET /metrics, for Prometheus. */
  readonly enableMetrics: boolean;
  /** Maximum size of a request body (else 413) and of a WebSocket frame (else the socket is closed with 1009). Raise it for larger batches. */
  readonly maxBodyBytes: number;
  /** Maximum number of calls in a batch; a larger batch is refused as a whole with -32600. */
  readonly maxBatch: number;
  /** Callers that may change networks at run time and use the routes under /admin: everyone (`open`), callers on this machine that did not come through a proxy (`loopback`), or no one (`off`). With keys or tokens, `open` and `loopback` both mean administrators. Behind a proxy on the same machine and without keys, set `loopback` or `off`: `open` then lets the proxy's clients in. Default: `open` while all listeners are on loopback, else `loopback`. */
  readonly networkAdmin: "open" | "loopback" | "off" | undefined;
  /** Points that one client address may spend; most calls cost one. Each call of a batch counts, and each network of a call to all. Keys and tokens have limits of their own instead. */
  readonly rateLimit: RateLimitConfig;
  /** Number of reverse proxies in front that append to X-Forwarded-For; 0 takes the socket's address as the client's. If it is too high, clients can forge their address. */
  readonly trustProxy: number;
  /** Number of processes that share the port, at most one per core. Raise it when one core is not enough. */
  readonly workers: number;
  /** Whether to compress answers of 4 KiB or more for clients that accept it. Turn it off if a proxy in front does so. */
  readonly compression: boolean;
  /** Maximum number of client connections of a listener, for each worker; others are refused. WebSocket connections are limited to half as many in total. */
  readonly maxConnections: number;
  /** Maximum time for a client to finish its request (else 408), or to read more of its answer; then it is disconnected. */
  readonly sendTimeoutMs: number;
  /** Maximum time for calls in flight to finish after SIGTERM; then they are cut off. Keep it below the time after which your supervisor kills the process. */
  readonly shutdownTimeoutMs: number;
}

/** Points that one client address may spend; most calls cost one. Each call of a batch counts, and each network of a call to all. Keys and tokens have limits of their own instead. */
export interface RateLimitConfig {
  /** Whether to limit the calls of a client address. */
  readonly enabled: boolean;
  /** Maximum points per minute; then 429 with Retry-After (`svm_gateway_rate_limited_total`). Raise it if many users share an address. */
  readonly perMinute: number;
  /** Maximum points per second; then 429 with Retry-After. Raise it if many users share an address. */
  readonly perSecond: number;
}

/** Callers known by a key or token, with their rights and limits. Off until a key, key file, Redis keys or an issuer is configured. */
export interface AuthConfig {
  /** Keys of callers, in this file rather than in `keys_file` or Redis. */
  readonly keys: readonly KeyEntry[];
  /** File with more keys, written by `svm-gateway keys`. Changes apply within a second. Relative to the configuration file. */
  readonly keysFile: string | undefined;
  /** Whether to keep keys in Redis too, shared by all gateways on it. Requires `redis.url` and `redis.hmac_key`. */
  readonly keysRedis: boolean;
  /** Whether to answer calls without a key or token too, within the rate limit by address. */
  readonly anonymous: boolean;
  /** Credits per call, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Address of /api/mcp as clients reach it, which tokens for tools must name as their audience. */
  readonly resource: string | undefined;
  /** Tokens of an identity provider. */
  readonly jwt: JwtConfig;
}

/** Key of a caller, with its rights and limits. */
export interface KeyEntry {
  /** Name in logs, metrics and usage. */
  readonly id: string;
  /** Key in plain text, best as ${NAME} or ${file:PATH}; `key_sha256` can replace it. */
  readonly key: string | undefined;
  /** SHA-256 of the key in lower-case hexadecimal, in place of `key`. */
  readonly keySha256: string | undefined;
  /** SHA-256 of the replaced key, while both are accepted. */
  readonly oldKeySha256: string | undefined;
  /** Time at which the replaced key ends, in the form of `expires`. */
  readonly oldKeyEnds: string | undefined;
  /** Maximum calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Maximum credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Maximum number of concurrent calls. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Maximum number of subscriptions, over all sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Maximum number of open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** Allowed networks. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** Allowed methods, besides those of the allowed categories. Default: all, unless categories are set. */
  readonly methods: readonly string[] | undefined;
  /** Allowed categories of methods, besides the allowed methods. Default: all, unless methods are set. */
  readonly categories: readonly string[] | undefined;
  /** Whether only methods that change nothing are allowed. */
  readonly readOnly: boolean;
  /** Whether sending transactions is allowed. Default: `true`, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** Whether it may change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
  /** Allowed origins of web pages; each client address then gets a tenth of the limits. */
  readonly origins: readonly string[] | undefined;
  /** Allowed referrers when a browser sends no origin: an origin, or the start of an address. */
  readonly referrers: readonly string[] | undefined;
  /** Allowed client addresses or CIDR blocks. Default: all. */
  readonly clients: readonly string[] | undefined;
  /** Expiry: a day such as 2027-01-01, or a time such as 2027-01-01T12:00:00Z. Default: never. */
  readonly expires: string | undefined;
}

/** Tokens of an identity provider. */
export interface JwtConfig {
  /** Issuer of the tokens, exactly as in their claim iss. */
  readonly issuer: string | undefined;
  /** Accepted audiences: values of the claim aud that the issuer writes for this gateway. `auth.resource` adds one. */
  readonly audience: readonly string[] | undefined;
  /** Accepted signature algorithms. */
  readonly algorithms: readonly (
    | "RS256"
    | "RS384"
    | "RS512"
    | "PS256"
    | "PS384"
    | "PS512"
    | "ES256"
    | "ES384"
    | "ES512"
    | "EdDSA"
  )[];
  /** Maximum difference between the clocks of issuer and gateway. */
  readonly clockSkewS: number;
  /** Address of the issuer's public keys, its jwks_uri. They are fetched again when a token names an unknown key. */
  readonly jwksUrl: string | undefined;
  /** File with the issuer's public keys. Relative to the configuration file. */
  readonly jwksFile: string | undefined;
  /** Claims that hold rights and limits: for each right or limit, the name of its claim. */
  readonly claims: Readonly<Record<string, string>>;
  /** Rights of tokens whose scope and claims grant none. By default, they may only read. */
  readonly rights: TokenRights;
}

/** Rights of tokens whose scope and claims grant none. By default, they may only read. */
export interface TokenRights {
  /** Maximum calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Maximum credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Maximum number of concurrent calls. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Maximum number of subscriptions, over all sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Maximum number of open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** Allowed networks. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** Allowed methods, besides those of the allowed categories. Default: all, unless categories are set. */
  readonly methods: readonly string[] | undefined;
  /** Allowed categories of methods, besides the allowed methods. Default: all, unless methods are set. */
  readonly categories: readonly string[] | undefined;
  /** Whether only methods that change nothing are allowed. */
  readonly readOnly: boolean;
  /** Whether sending transactions is allowed. Default: `true`, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** Whether it may change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
}

/** Calls to upstreams, and probes of them. */
export interface UpstreamConfig {
  /** Time between two rounds of probes of a network in use; four times as long if it has a single upstream. Subscriptions that no upstream offers are polled at this interval too. Default: one slot as measured, at least 50 ms. */
  readonly pollIntervalMs: number | undefined;
  /** Maximum number of slots that an upstream may lag behind the best one of its network; beyond it, it gets no calls (`svm_gateway_upstream_healthy`). A lower number gives newer answers, but leaves fewer upstreams to call. */
  readonly maxSlotLag: number;
  /** Maximum number of times that a read goes through all upstreams of its network; then the clearest error is the answer. Writes are repeated only as `sending` says. */
  readonly maxAttempts: number;
  /** Whether to ask a second upstream when the first is slower than usual for the method, for at most a tenth of the calls. Turn it off to save these calls. */
  readonly hedge: boolean;
}

/** Choice of an upstream for a call that several can take. */
export interface RoutingConfig {
  /** Preferred upstreams of a tier, among those at the newest slot: the fastest ones by weight (`speed`), the cheapest for the method by `costs` (`cost`), or all by weight alone (`even`). */
  readonly prefer: "speed" | "cost" | "even";
}

/** Reads answered from what is known of a ledger at its newest slot, and upstream calls that serve many reads. */
export interface ReadsConfig {
  /** Whether to answer reads from what is known of the ledger, and to send the others together. If off, each read is a call of its own, unless an equal one is in flight. */
  readonly enabled: boolean;
  /** Maximum number of slots by which an answer may be behind the newest. With 1, answers from the previous slot are used until the next slot is almost due, which saves calls. */
  readonly behind: number;
}

/** Answers that never change, or hold for an epoch. */
export interface CacheConfig {
  /** Whether to keep answers that never change, such as finalized blocks, or that hold for an epoch. */
  readonly enabled: boolean;
}

/** State shared by several gateways. */
export interface RedisConfig {
  /** Address of a Redis or Valkey through which several gateways share cached answers, rate limits, credits, sessions, pending transactions and changes of networks. */
  readonly url: string | undefined;
  /** Secret of 16 characters or more, the same for all gateways on this Redis. Cached answers, session slots, pending transactions and changes of networks that are not signed with it are ignored. Set it if anything else can write to Redis. */
  readonly hmacKey: string | undefined;
}

/** Sessions, in which a client never sees a ledger go back to an older state. */
export interface ConsistencyConfig {
  /** Requests with a session over HTTP: those that name one in x-session (`named`), or all, by the caller's address (`caller`). A WebSocket connection, and a process on standard input, is always a session. */
  readonly session: "named" | "caller";
}

/** Reads, with the number of upstreams that must give the same answer. */
export interface AgreementRule {
  /** Methods that only read, by name or by a prefix with *, which selects only those that read. */
  readonly methods: readonly string[];
  /** Number of upstreams asked at once; each costs the caller a point of the rate limit. */
  readonly ask: number;
  /** Number of upstreams that must give the same answer, at most `ask`. */
  readonly agree: number;
}

/** Transactions that are sent until they land. */
export interface LandingConfig {
  /** Maximum number of pending transactions; further ones are sent once, and the answer says so (x-send: once). One caller gets at most half of what others leave. */
  readonly maxPending: number;
  /** Maximum time for which a transaction is sent and watched; then its fate is `unknown`. It matters for those on a durable nonce, which never expire. */
  readonly maxMs: number;
}

/** Subscriptions of clients, and to upstreams. */
export interface WebsocketConfig {
  /** Maximum number of sockets to one upstream, for each worker; see what its plan allows. */
  readonly upstreamConnections: number;
  /** Maximum number of subscriptions on one upstream socket before another one is opened; see what its plan allows. */
  readonly subscriptionsPerUpstreamConnection: number;
}

/** Results of tool calls. */
export interface ToolResultsConfig {
  /** Maximum size of a tool's result; a longer one is cut, with a note on what was left out. Lower it for models with little context. */
  readonly maxBytes: number;
}

/** Logs, written to standard error. */
export interface LogConfig {
  /** Lowest severity that is logged; `debug` has a line for each call. */
  readonly level: "off" | "error" | "warn" | "info" | "debug" | "trace";
  /** Whether to write a JSON line for each call, whatever the level: method, network, client, time, outcome; never a parameter. */
  readonly access: boolean;
}

/** Spans of calls, their attempts and merges, sent to an OpenTelemetry collector. */
export interface TracingConfig {
  /** Address of the collector (OTLP over HTTP, as JSON); /v1/traces is added unless it ends with that. Without it, nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers of requests to the collector. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of calls to trace, from 0 (none) to 1 (all). A call with a traceparent header is traced if that says so. */
  readonly sampleRatio: number;
}
