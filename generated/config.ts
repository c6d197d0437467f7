// Generated from config.schema.json by codegen/emit/emit-config.ts; do not edit. Run: npm run generate
// The effective configuration: every key present, in camelCase, defaults filled in. An optional setting without a
// default may be undefined.

/** The configuration file of svm-gateway. Flags and environment variables override it. */
export interface Config {
  /** HTTP address of an upstream of the default network. */
  readonly rpcUrl: string | undefined;
  /** Upstreams of the default network, each an address or an object with its limits and costs. rpc_url adds one. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Commitment of calls in the gateway dialect that name none. Default: the ledger's own, finalized. */
  readonly commitment: "processed" | "confirmed" | "finalized" | undefined;
  /** How transactions are sent unless their network says otherwise: to one upstream (once), to all at the same time (broadcast), or again and again until they land or expire (land). The header x-send of a call takes precedence. */
  readonly sending: "once" | "broadcast" | "land";
  /** MCP version to answer with when a client asks for one that is not supported. */
  readonly protocolVersion: string;
  /** Network for calls that select none. Default: that of rpc_url, else the first of svm_networks, else solana-mainnet. */
  readonly defaultNetwork: string | undefined;
  /** Where a call that selects no network goes: to the default network (single) or to every enabled one (multi). */
  readonly execution: "single" | "multi";
  /** Networks of the operator, by id. */
  readonly svmNetworks: Readonly<Record<string, NetworkConfig>>;
  /** Further providers, by the scheme of their short addresses; one named like a built-in provider replaces it. */
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Restricts tools to these categories (account, token, ...) and methods; other calls are not restricted. An empty list means all. The word find lists only three tools, which find, describe and call the others. */
  readonly tools: readonly string[];
  /** Providers whose own methods are always listed as tools, not only if an enabled network has one of their upstreams. Their ids are those in `x-providers` of openrpc.json, such as `das` (any index of assets) and `photon` (any index of compressed state). */
  readonly toolsProviders: readonly string[];
  /** Restricts tools to those that read; other calls are not restricted. */
  readonly toolsReadOnly: boolean;
  /** Runs tools that move funds or change networks without asking the user first. By default the user is asked if the client supports it. */
  readonly skipConfirmation: boolean;
  /** File that keeps run-time changes of networks. Default: .svm-gateway-state.json beside the configuration file, or in the working directory; name another if that folder can't be written. */
  readonly stateFile: string | undefined;
  /** The list of public networks. One ships with the program. */
  readonly registry: RegistryConfig;
  /** Listeners, and what they accept. */
  readonly serverConfig: ServerConfig;
  /** Callers known by a key or token: what each may do, and how much. Off until a key, key file, Redis keys or an issuer is configured. */
  readonly auth: AuthConfig;
  /** How upstreams are called and watched. */
  readonly upstream: UpstreamConfig;
  /** Which upstream gets a call that several can take. */
  readonly routing: RoutingConfig;
  /** Reads that are answered from what is known of a ledger at its newest slot, and upstream calls that serve many reads. */
  readonly reads: ReadsConfig;
  /** Answers that never change, or hold for an epoch. */
  readonly cache: CacheConfig;
  /** State shared by several gateways. */
  readonly redis: RedisConfig;
  /** Sessions: clients that never see a ledger go back to an older state. */
  readonly consistency: ConsistencyConfig;
  /** Reads that several upstreams must answer alike, by method, where one wrong upstream must not decide. The first entry that names a method counts. */
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

/** An upstream of a network, with what its plan allows and costs. */
export interface UpstreamEntry {
  /** Name in logs, metrics and commands. Default: its host, with a number if several have the same. */
  readonly id: string | undefined;
  /** HTTP address, or the short address of a provider: helius://KEY, triton://NAME/KEY. */
  readonly url: string;
  /** Plan at the provider, which sets the limits that are not set here; svm-gateway providers ID lists them. Default: the provider's first. */
  readonly plan: string | undefined;
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it names one. */
  readonly wsUrl: string | undefined;
  /** Headers sent with every request and when a socket opens. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the calls of its tier: an upstream of weight 2 gets twice as many as one of weight 1. */
  readonly weight: number;
  /** Lower tiers are used first. The next tier is used when no upstream of a lower one can take the call. */
  readonly tier: number;
  /** Limits of its plan, as its provider states them; the gateway stays within them. What neither a plan nor a setting limits has no limit. */
  readonly limits: UpstreamLimits;
  /** Credits that a call costs, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Methods to send to it. */
  readonly methods: UpstreamMethods;
  /** What it is used for; leave out what it does not serve. */
  readonly for: readonly ("reads" | "sends" | "subscriptions")[];
  /** How far back its ledger goes: `full`, or the number of newest slots that it keeps. Default: learned from its answers. */
  readonly history: "full" | number | undefined;
}

/** Limits of its plan, as its provider states them; the gateway stays within them. What neither a plan nor a setting limits has no limit. */
export interface UpstreamLimits {
  /** Calls per second. */
  readonly perSecond: number | undefined;
  /** Credits per day, from midnight UTC. */
  readonly creditsPerDay: number | undefined;
  /** Credits per calendar month, in UTC. */
  readonly creditsPerMonth: number | undefined;
}

/** Methods to send to it. */
export interface UpstreamMethods {
  /** The only methods to send to it. An empty list means all. */
  readonly allow: readonly string[];
  /** Methods never to send to it. */
  readonly deny: readonly string[];
}

/** A network, under its id. If the registry has the id, this changes that network; otherwise it adds one. */
export interface NetworkConfig {
  /** Display name. Default: the registry's, or the id. */
  readonly name: string | undefined;
  /** HTTP address of an upstream. Unlike in setNetworkRpcUrl, it may be private. */
  readonly rpcUrl: string | undefined;
  /** HTTP addresses of several upstreams; calls are spread by weight. rpc_url is one more. */
  readonly rpcUrls: readonly (string | WeightedUrl)[];
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it names one. */
  readonly wsUrl: string | undefined;
  /** WebSocket addresses of several upstreams; ws_url is one more. */
  readonly wsUrls: readonly (string | WeightedUrl)[];
  /** Upstreams with keys, limits and costs, in addition to rpc_url and rpc_urls. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Kind of network; airdrops are refused on mainnet. Default: read from the id. */
  readonly type: "mainnet" | "devnet" | "testnet" | "localnet" | undefined;
  /** Chain identifier, as listSvmNetworks shows it. Default: the registry's, or the id. */
  readonly chainId: string | undefined;
  /** Whether calls to all networks go to it; calls that name it always do. */
  readonly enabled: boolean;
  /** Methods beyond openrpc.json that the ledger dialect lets through, unvalidated: exact names, or a prefix with *. */
  readonly allowMethods: readonly string[];
  /** How transactions are sent on this network. Default: the top-level `sending`, which says what the values mean. */
  readonly sending: "once" | "broadcast" | "land" | undefined;
}

/** Address of an upstream with its share of the calls. */
export interface WeightedUrl {
  /** Address of the upstream. */
  readonly url: string;
  /** Share of the calls of the network: an upstream of weight 2 gets twice as many as one of weight 1. */
  readonly weight: number;
}

/** A provider of upstreams, under its id, which is the scheme of its short addresses. */
export interface ProviderEntry {
  /** Display name. */
  readonly name: string;
  /** Suffixes of its host names, which identify plain addresses as this provider's. */
  readonly hosts: readonly string[];
  /** What a short address is made of, in order, between slashes; key is a secret. */
  readonly parts: readonly string[];
  /** Addresses by id of the network, as the registry has it. */
  readonly networks: Readonly<Record<string, ProviderNetwork>>;
  /** Limits by plan; the first is that of an address that names none. */
  readonly plans: Readonly<Record<string, UpstreamLimits>>;
  /** Credits that a call costs, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** The methods that it serves, if not all of them; others go to it only when no other upstream takes them. */
  readonly methods: readonly string[];
  /** Methods that it serves beyond the standard ones. Those missing from openrpc.json are passed on unvalidated, in the ledger dialect only. */
  readonly extraMethods: readonly string[];
  /** How far back its ledger goes: `full`, or the number of newest slots that it keeps. Default: learned from its answers. */
  readonly history: "full" | number | undefined;
  /** For a provider that takes only transactions: what it requires of them. Its upstreams are not probed, and get only transactions that meet this. */
  readonly route: RouteProfile;
  /** Where the figures of each setting come from. */
  readonly sources: Readonly<Record<string, ProviderSource>>;
}

/** Its addresses for one network. */
export interface ProviderNetwork {
  /** HTTP address, with {part} where a part of the short address goes. */
  readonly url: string;
  /** WebSocket address. Default: derived from the HTTP address. */
  readonly wsUrl: string | undefined;
}

/** For a provider that takes only transactions: what it requires of them. Its upstreams are not probed, and get only transactions that meet this. */
export interface RouteProfile {
  /** The methods that it takes, each with the path to append to its address. If empty, it is an ordinary provider. */
  readonly methods: Readonly<Record<string, string>>;
  /** Sets skipPreflight, for a send-only upstream without preflight. */
  readonly skipPreflight: boolean;
  /** Sets maxRetries. Default: the caller's. */
  readonly maxRetries: number | undefined;
  /** Encoding to send in; the bytes stay the same. Default: the caller's. */
  readonly encoding: "base64" | "base58" | undefined;
  /** Accounts; a transaction must tip one of them. */
  readonly tipAccounts: readonly string[];
  /** Smallest tip, in lamports, in one transfer to a tip account. */
  readonly leastTip: number;
  /** Most transactions in a bundle. */
  readonly bundleSize: number | undefined;
  /** Regions that the part region of its short address may name. An empty list means any. */
  readonly regions: readonly string[];
}

/** Where figures come from. */
export interface ProviderSource {
  /** Page that was read. */
  readonly page: string | undefined;
  /** Day on which it was read. */
  readonly read: string | undefined;
  /** What the page does not say. */
  readonly note: string | undefined;
}

/** The list of public networks. One ships with the program. */
export interface RegistryConfig {
  /** Address of a newer list, fetched at the start and once a day. Without it, the list that ships is used. */
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
  /** Upstream calls that may run at once in each worker; others wait. Raise it if calls wait (svm_gateway_upstream_calls) while upstreams could take more. docs/security.md says how networks and clients share these places. */
  readonly maxConcurrentRequests: number;
  /** Memory in MiB for what each worker keeps and buffers; docs/security.md lists the shares. The process itself needs about 150 MiB more. */
  readonly memoryMb: number;
  /** Time limit of a whole call, retries included; past it the call fails with upstream-timeout. */
  readonly requestTimeoutMs: number;
  /** Lets browser pages of `cors_origins` read answers. */
  readonly enableCors: boolean;
  /** Origins whose pages may read answers when enable_cors is on; * is any origin, and an empty list lets no page read. Only an origin that is written out may also change networks and use /admin. */
  readonly corsOrigins: readonly string[];
  /** Host names to answer, besides the listener's addresses and localhost. Others are refused, to prevent DNS rebinding. * answers any name, but pages served under that name still count as another origin. */
  readonly allowedHosts: readonly string[];
  /** Serves GET /metrics, for Prometheus. */
  readonly enableMetrics: boolean;
  /** Longest request body, and longest WebSocket frame. Raise it for larger batches. */
  readonly maxBodyBytes: number;
  /** Most calls in one batch; a larger batch is refused as a whole. */
  readonly maxBatch: number;
  /** Who may change networks at run time and use the routes under /admin: everyone (open), callers on this machine that did not come through a proxy (loopback), or no one (off). With keys or tokens, open and loopback both mean administrators. Default: open while all listeners are on loopback, else loopback. Behind a proxy on the same machine and without keys, set loopback or off: open then lets the proxy's clients in. */
  readonly networkAdmin: "open" | "loopback" | "off" | undefined;
  /** Points that one client address may spend; most calls cost one. Keys and tokens have their own limits instead. Each call of a batch counts, and each network of a call to all. */
  readonly rateLimit: RateLimitConfig;
  /** Number of reverse proxies in front that append to X-Forwarded-For; 0 takes the socket's address as the client's. With a higher number than there are, clients can forge their address. */
  readonly trustProxy: number;
  /** Processes that share the port, at most one for each core; raise it when one core is not enough. */
  readonly workers: number;
  /** Compresses answers of 4 KiB or more for clients that accept it. Turn it off if a proxy in front does so. */
  readonly compression: boolean;
  /** Most client connections of one listener, for each worker. WebSocket connections are limited to half as many in total. */
  readonly maxConnections: number;
  /** A client is disconnected if for this long it does not finish its request, or reads none of its answer. */
  readonly sendTimeoutMs: number;
  /** Time for calls in flight to finish after SIGTERM. Keep it below the time after which your supervisor kills the process. */
  readonly shutdownTimeoutMs: number;
}

/** Points that one client address may spend; most calls cost one. Keys and tokens have their own limits instead. Each call of a batch counts, and each network of a call to all. */
export interface RateLimitConfig {
  /** Limits how often a client address may call. */
  readonly enabled: boolean;
  /** Points per minute. Raise it if many users share an address. */
  readonly perMinute: number;
  /** Points per second. Raise it if many users share an address. */
  readonly perSecond: number;
}

/** Callers known by a key or token: what each may do, and how much. Off until a key, key file, Redis keys or an issuer is configured. */
export interface AuthConfig {
  /** Keys of callers, written here rather than in keys_file or Redis. */
  readonly keys: readonly KeyEntry[];
  /** File with more keys, written by svm-gateway keys. Changes apply within a second. Relative to the configuration file. */
  readonly keysFile: string | undefined;
  /** Keeps keys in Redis too, shared by all gateways on it. Needs redis.url and redis.hmac_key. */
  readonly keysRedis: boolean;
  /** Also answers calls without a key or token, within the rate limit by address. */
  readonly anonymous: boolean;
  /** Credits that a call costs, by method. `default` covers all others; it is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Address of /api/mcp as clients reach it, which tokens for tools must name as their audience. */
  readonly resource: string | undefined;
  /** Tokens of an identity provider. */
  readonly jwt: JwtConfig;
}

/** A key: who has it, what it may do, and how much. */
export interface KeyEntry {
  /** Name in logs, metrics and usage. */
  readonly id: string;
  /** The key itself, best as ${NAME} or ${file:PATH}; or give key_sha256. */
  readonly key: string | undefined;
  /** The SHA-256 of the key in lower-case hexadecimal, in place of the key. */
  readonly keySha256: string | undefined;
  /** The SHA-256 of the key that it replaces, while both are accepted. */
  readonly oldKeySha256: string | undefined;
  /** When the replaced key ends, in the form of `expires`. */
  readonly oldKeyEnds: string | undefined;
  /** Calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Calls in flight at once. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Subscriptions, over all its sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** The only networks that it may use. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** The only methods that it may call, besides those of its categories. Default: all, unless it has categories. */
  readonly methods: readonly string[] | undefined;
  /** The only categories of methods that it may call, besides its methods. Default: all, unless it has methods. */
  readonly categories: readonly string[] | undefined;
  /** Allows only methods that change nothing. */
  readonly readOnly: boolean;
  /** Whether it may send transactions. Default: yes, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** May change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
  /** Origins of web pages that may use it; each client address then gets a tenth of its limits. */
  readonly origins: readonly string[] | undefined;
  /** Referrers accepted when a browser sends no origin: an origin, or the start of an address. */
  readonly referrers: readonly string[] | undefined;
  /** Client addresses that may use it: addresses or CIDR blocks. Default: all. */
  readonly clients: readonly string[] | undefined;
  /** When it expires: a day such as 2027-01-01, or a time such as 2027-01-01T12:00:00Z. Default: never. */
  readonly expires: string | undefined;
}

/** Tokens of an identity provider. */
export interface JwtConfig {
  /** Issuer of the tokens, written as in their claim iss. */
  readonly issuer: string | undefined;
  /** Accepted audiences: what the issuer writes into the claim aud for this gateway. auth.resource is one more. */
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
  /** Seconds that the clocks of issuer and gateway may differ. */
  readonly clockSkewS: number;
  /** Address of the issuer's public keys, its jwks_uri. They are fetched again when a token names a key that is not among them. */
  readonly jwksUrl: string | undefined;
  /** File of the issuer's public keys. Relative to the configuration file. */
  readonly jwksFile: string | undefined;
  /** Where the issuer puts rights and limits: for each, the name of the claim that holds it. */
  readonly claims: Readonly<Record<string, string>>;
  /** Rights of a token whose scope and claims grant none. Default: it may only read. */
  readonly rights: TokenRights;
}

/** Rights of a token whose scope and claims grant none. Default: it may only read. */
export interface TokenRights {
  /** Calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Calls in flight at once. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Subscriptions, over all its sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** The only networks that it may use. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** The only methods that it may call, besides those of its categories. Default: all, unless it has categories. */
  readonly methods: readonly string[] | undefined;
  /** The only categories of methods that it may call, besides its methods. Default: all, unless it has methods. */
  readonly categories: readonly string[] | undefined;
  /** Allows only methods that change nothing. */
  readonly readOnly: boolean;
  /** Whether it may send transactions. Default: yes, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** May change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
}

/** How upstreams are called and watched. */
export interface UpstreamConfig {
  /** Time between two rounds of probes of a network in use. Default: one slot as measured, at least 50 ms; a network with a single upstream is probed a quarter as often. Subscriptions that no upstream offers are polled at this interval too. */
  readonly pollIntervalMs: number | undefined;
  /** An upstream that is more slots than this behind the best one of its network gets no calls. A lower number gives newer answers, but leaves fewer upstreams to call. */
  readonly maxSlotLag: number;
  /** How many times a read goes through all upstreams of its network, the first time included. Writes are repeated only as `sending` says. */
  readonly maxAttempts: number;
  /** Asks a second upstream when the first is slower than the method usually is, for at most a tenth of the calls. Turn it off to save these calls. */
  readonly hedge: boolean;
}

/** Which upstream gets a call that several can take. */
export interface RoutingConfig {
  /** Which upstreams of a tier get calls, among those at the newest slot: the fastest ones by weight (speed), the cheapest for the method by `costs` (cost), or all by weight alone (even). */
  readonly prefer: "speed" | "cost" | "even";
}

/** Reads that are answered from what is known of a ledger at its newest slot, and upstream calls that serve many reads. */
export interface ReadsConfig {
  /** Answers reads from what is known of the ledger, and sends the others together. When off, each read is a call of its own, unless an equal one is in flight. */
  readonly enabled: boolean;
  /** How many slots behind the newest an answer may be. With 1, answers from the previous slot are used until the next slot is almost due, which saves calls. */
  readonly behind: number;
}

/** Answers that never change, or hold for an epoch. */
export interface CacheConfig {
  /** Keeps answers that never change, such as finalized blocks, or that hold for an epoch. */
  readonly enabled: boolean;
}

/** State shared by several gateways. */
export interface RedisConfig {
  /** Redis or Valkey through which several gateways share cached answers, rate limits, credits, sessions, pending transactions and changes of networks. */
  readonly url: string | undefined;
  /** Secret of 16 characters or more, the same for all gateways on this Redis. Cached answers and session slots that are not signed with it are ignored. Set it if anything else can write to Redis. */
  readonly hmacKey: string | undefined;
}

/** Sessions: clients that never see a ledger go back to an older state. */
export interface ConsistencyConfig {
  /** Who has a session over HTTP: requests that name one in x-session (named), or every caller, by address (caller). A WebSocket connection, and a process on standard input, is always a session. */
  readonly session: "named" | "caller";
}

/** Reads, and how many upstreams must give the same answer. */
export interface AgreementRule {
  /** Methods that only read, by name or by a prefix with *, which selects only those that read. */
  readonly methods: readonly string[];
  /** Upstreams that are asked at once; each costs the caller a point of the rate limit. */
  readonly ask: number;
  /** Upstreams that must give the same answer, at most `ask`. */
  readonly agree: number;
}

/** Transactions that are sent until they land. */
export interface LandingConfig {
  /** Most transactions that are pending at once; one caller gets at most half of what others leave. Further ones are sent once, and the answer says so (x-send: once). */
  readonly maxPending: number;
  /** Longest time for which a transaction is sent and watched. It matters for those on a durable nonce, which never expire. */
  readonly maxMs: number;
}

/** Subscriptions of clients, and to upstreams. */
export interface WebsocketConfig {
  /** Most sockets to one upstream, for each worker; see what its plan allows. */
  readonly upstreamConnections: number;
  /** Most subscriptions on one upstream socket before another one is opened; see what its plan allows. */
  readonly subscriptionsPerUpstreamConnection: number;
}

/** Results of tool calls. */
export interface ToolResultsConfig {
  /** Longest result in bytes; a longer one is cut, with a note on what was left out. Lower it for models with little context. */
  readonly maxBytes: number;
}

/** Logs, written to standard error. */
export interface LogConfig {
  /** Lowest severity that is logged; debug has a line for each call. */
  readonly level: "off" | "error" | "warn" | "info" | "debug" | "trace";
  /** Writes one JSON line for each call, whatever the level: method, network, client, time, outcome; never a parameter. */
  readonly access: boolean;
}

/** Spans of calls, their attempts and merges, sent to an OpenTelemetry collector. */
export interface TracingConfig {
  /** Address of the collector (OTLP over HTTP, as JSON); /v1/traces is added unless it ends with that. Without it, nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers sent to the collector. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of calls to trace, from 0 (none) to 1 (all). A call with a traceparent header is traced if that says so. */
  readonly sampleRatio: number;
}
