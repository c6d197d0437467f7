// Generated from config.schema.json by codegen/emit/emit-config.ts; do not edit. Run: npm run generate
// The effective configuration: every key present, in camelCase, defaults filled in. An optional setting without a
// default may be undefined.

/** Configuration file of svm-gateway. Flags and environment variables override it. */
export interface Config {
  /** HTTP address of the upstream of a single network. That network is the default one, unless `default_network` names another. */
  readonly rpcUrl: string | undefined;
  /** Upstreams of a single network, each an address or an object. `rpc_url` adds one. That network is the default one, unless `default_network` names another. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Commitment of gateway-dialect calls that don't specify one. Default: the ledger's own, `finalized`. */
  readonly commitment: "processed" | "confirmed" | "finalized" | undefined;
  /** How transactions are sent: to one upstream (`once`), to all at the same time (`broadcast`), or repeatedly until they land or expire (`land`). A network's `sending` takes precedence over this, and the header x-send of a call over both. */
  readonly sending: "once" | "broadcast" | "land";
  /** MCP version to offer to a client that asks for an unsupported one. */
  readonly protocolVersion: string;
  /** Id of the default network. Default: that of `rpc_url` or `upstreams`, else the first enabled of `svm_networks`, else `solana-mainnet`. */
  readonly defaultNetwork: string | undefined;
  /** Where calls go that don't select a network: to the default network (`single`), or to every enabled one (`multi`). */
  readonly execution: "single" | "multi";
  /** Your networks, by id. */
  readonly svmNetworks: Readonly<Record<string, NetworkConfig>>;
  /** Additional providers, by the scheme of their short addresses. One with the name of a built-in provider replaces it. */
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Methods, and categories such as account or token, to offer as tools. If empty, all are offered; `find` offers three tools, which find, describe and call the others. Calls other than tool calls are not restricted. */
  readonly tools: readonly string[];
  /** Providers whose own methods are always listed as tools, even if no enabled network has one of their upstreams. Ids are those in `x-providers` of openrpc.json, such as `das` (any index of assets) and `photon` (any index of compressed state). */
  readonly toolsProviders: readonly string[];
  /** Whether to offer only tools that read. Calls other than tool calls are not restricted. */
  readonly toolsReadOnly: boolean;
  /** Whether tools that move funds or change networks run without asking the user first. If off, the user is asked, provided the client supports it. */
  readonly skipConfirmation: boolean;
  /** File that keeps run-time changes of networks. Set it if the default folder is not writable. Default: `.svm-gateway-state.json` next to the configuration file, or in the working directory. */
  readonly stateFile: string | undefined;
  /** List of well-known networks. The program comes with one. */
  readonly registry: RegistryConfig;
  /** Listeners, and which requests they accept. */
  readonly serverConfig: ServerConfig;
  /** Authentication of callers by key or token, with rights and limits for each. Off until keys, a key file, Redis keys or an issuer is configured. */
  readonly auth: AuthConfig;
  /** Calls to upstreams, and the probes that check them. */
  readonly upstream: UpstreamConfig;
  /** How to choose among upstreams that can take a call. */
  readonly routing: RoutingConfig;
  /** Answering reads of the newest slot from memory, and merging several reads into one upstream call. */
  readonly reads: ReadsConfig;
  /** Caching of answers that never change, or hold for an epoch. */
  readonly cache: CacheConfig;
  /** State shared by several gateways. */
  readonly redis: RedisConfig;
  /** Sessions, in which a client never sees the ledger go back to an older state. */
  readonly consistency: ConsistencyConfig;
  /** Reads that several upstreams must answer alike, so that no wrong upstream decides alone. For each method, the first entry that matches it applies. */
  readonly agreement: readonly AgreementRule[];
  /** Sending of transactions until they land. */
  readonly landing: LandingConfig;
  /** Sockets for upstream subscriptions. */
  readonly websocket: WebsocketConfig;
  /** Results of tool calls. */
  readonly toolResults: ToolResultsConfig;
  /** Logs, written to standard error. */
  readonly log: LogConfig;
  /** Traces of calls and their attempts, sent to an OpenTelemetry collector. */
  readonly tracing: TracingConfig;
}

/** Upstream of a network, with the limits and costs of its plan. */
export interface UpstreamEntry {
  /** Name of the upstream in logs, metrics and commands. Default: its host, numbered if several upstreams share it. */
  readonly id: string | undefined;
  /** HTTP address, or the short address of a provider, such as helius://KEY or triton://NAME/KEY. */
  readonly url: string;
  /** Your plan at the provider. It supplies the limits that are not set here; `svm-gateway providers ID` lists all plans. Default: the provider's first. */
  readonly plan: string | undefined;
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it has one. */
  readonly wsUrl: string | undefined;
  /** Headers to send with every request and WebSocket handshake. Their values are treated as secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Relative share of the calls in its tier: an upstream of weight 2 gets twice as many as one of weight 1. How well an upstream performs also counts. */
  readonly weight: number;
  /** Order of use. The lowest tier is used first; the next one only when no upstream of the lower tiers can take the call. */
  readonly tier: number;
  /** Limits of the plan. The gateway stays within them. Anything that neither the plan nor a setting limits is unlimited. */
  readonly limits: UpstreamLimits;
  /** Credits that a call costs, by method. `default` applies to all other methods, and is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Methods and subscriptions that the upstream may get. A call that no upstream may get fails with `not-allowed`. */
  readonly methods: UpstreamMethods;
  /** What the upstream is used for. Leave out anything that it does not serve. */
  readonly for: readonly ("reads" | "sends" | "subscriptions")[];
  /** How far back its ledger goes: `full`, or the number of newest slots that it keeps. Calls for an older slot go to other upstreams, and a transaction that one upstream does not know is looked up at a `full` one. Default: learned from its refusals. */
  readonly history: "full" | number | undefined;
}

/** Limits of the plan. The gateway stays within them. Anything that neither the plan nor a setting limits is unlimited. */
export interface UpstreamLimits {
  /** Maximum calls per second. */
  readonly perSecond: number | undefined;
  /** Maximum credits per day, from midnight UTC. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. */
  readonly creditsPerMonth: number | undefined;
}

/** Methods and subscriptions that the upstream may get. A call that no upstream may get fails with `not-allowed`. */
export interface UpstreamMethods {
  /** The only methods that it gets, by name or by prefix, such as getBlock*. If empty, it gets all. */
  readonly allow: readonly string[];
  /** Methods that it never gets, by name or by prefix, such as getBlock*. */
  readonly deny: readonly string[];
}

/** Network with this id. If the registry has the id, the entry changes that network; otherwise it adds one. */
export interface NetworkConfig {
  /** Display name. Default: the registry's, else the id. */
  readonly name: string | undefined;
  /** HTTP address of the network's upstream, if it has only one. Unlike with setNetworkRpcUrl, it may be private. */
  readonly rpcUrl: string | undefined;
  /** HTTP addresses of several upstreams; calls are spread by weight. `rpc_url` adds one. */
  readonly rpcUrls: readonly (string | WeightedUrl)[];
  /** WebSocket address. Default: the HTTP address as ws or wss, on the next port if it has one. */
  readonly wsUrl: string | undefined;
  /** WebSocket addresses of several upstreams. `ws_url` adds one. */
  readonly wsUrls: readonly (string | WeightedUrl)[];
  /** Upstreams, each an address or an object. `rpc_url` and `rpc_urls` add more. */
  readonly upstreams: readonly (string | UpstreamEntry)[];
  /** Kind of ledger. Airdrops are refused on mainnet. Set it for your own nodes: without a word such as devnet in id, name or host, a private address counts as localnet, any other as mainnet. Default: the registry's, else derived from id, name and host. */
  readonly type: "mainnet" | "devnet" | "testnet" | "localnet" | undefined;
  /** Chain identifier, as shown by listSvmNetworks. Default: the registry's, else the id. */
  readonly chainId: string | undefined;
  /** Whether calls to all networks include this one. Calls that select it work either way. */
  readonly enabled: boolean;
  /** Methods missing from openrpc.json that the ledger dialect also accepts, by name or by prefix, such as vendor_*. Their parameters are not checked. */
  readonly allowMethods: readonly string[];
  /** How transactions are sent on this network. Default: the top-level `sending`. */
  readonly sending: "once" | "broadcast" | "land" | undefined;
}

/** Address of an upstream with its share of the calls. */
export interface WeightedUrl {
  /** Address of the upstream. */
  readonly url: string;
  /** Share of the calls of the network: an upstream of weight 2 gets twice as many as one of weight 1. */
  readonly weight: number;
}

/** Provider of upstreams. Its id is the scheme of its short addresses. */
export interface ProviderEntry {
  /** Display name. */
  readonly name: string;
  /** Suffixes of its host names. An upstream with a full address is recognized by them. */
  readonly hosts: readonly string[];
  /** Names of the parts of a short address, in order; slashes separate them. `key` is secret. */
  readonly parts: readonly string[];
  /** Addresses by network id, as in the registry. */
  readonly networks: Readonly<Record<string, ProviderNetwork>>;
  /** Limits of each plan. The first plan applies to an upstream that doesn't name one. */
  readonly plans: Readonly<Record<string, UpstreamLimits>>;
  /** Credits that a call costs, by method. `default` applies to all other methods, and is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** Methods that it serves, if it doesn't serve all. It gets other methods only when no other upstream can take them. */
  readonly methods: readonly string[];
  /** Methods that it serves in addition to the standard ones. Those missing from openrpc.json work only in the ledger dialect, and their parameters are not checked. */
  readonly extraMethods: readonly string[];
  /** How far back its ledger goes: `full`, or the number of newest slots that it keeps. Calls for an older slot go to other upstreams, and a transaction that one upstream does not know is looked up at a `full` one. Default: learned from its refusals. */
  readonly history: "full" | number | undefined;
  /** Requirements of a provider that takes only transactions. Its upstreams are not probed, and get only transactions that meet the requirements. */
  readonly route: RouteProfile;
  /** Where the figures come from, by setting. */
  readonly sources: Readonly<Record<string, ProviderSource>>;
}

/** Addresses for one network. */
export interface ProviderNetwork {
  /** HTTP address, with {NAME} where a part of the short address goes. */
  readonly url: string;
  /** WebSocket address. Default: derived from the HTTP address. */
  readonly wsUrl: string | undefined;
}

/** Requirements of a provider that takes only transactions. Its upstreams are not probed, and get only transactions that meet the requirements. */
export interface RouteProfile {
  /** Methods that it takes, each with the path to append to its address. If empty, the provider is an ordinary one. */
  readonly methods: Readonly<Record<string, string>>;
  /** Whether to set skipPreflight in calls, for upstreams that don't run preflight. */
  readonly skipPreflight: boolean;
  /** Value to set for maxRetries. Default: the caller's. */
  readonly maxRetries: number | undefined;
  /** Encoding to send transactions in; their bytes stay the same. Default: the caller's. */
  readonly encoding: "base64" | "base58" | undefined;
  /** Tip accounts. A transaction must send a tip to one of them. */
  readonly tipAccounts: readonly string[];
  /** Minimum tip in lamports, paid in a single transfer to a tip account. */
  readonly leastTip: number;
  /** Maximum number of transactions in a bundle. */
  readonly bundleSize: number | undefined;
  /** Accepted values of the part `region` of a short address. If empty, any value is accepted. */
  readonly regions: readonly string[];
}

/** Where a figure comes from. */
export interface ProviderSource {
  /** Address of the page. */
  readonly page: string | undefined;
  /** Day on which the page was read. */
  readonly read: string | undefined;
  /** What the page leaves unsaid. */
  readonly note: string | undefined;
}

/** List of well-known networks. The program comes with one. */
export interface RegistryConfig {
  /** Address of a newer list, fetched at start and once a day. If not set, the built-in list is used. */
  readonly url: string | undefined;
}

/** Listeners, and which requests they accept. */
export interface ServerConfig {
  /** Address to listen on. Use 0.0.0.0 or :: for all. */
  readonly host: string;
  /** HTTP port; 0 picks a free one. */
  readonly port: number;
  /** WebSocket port; 0 picks a free one. */
  readonly wsPort: number;
  /** Maximum number of concurrent upstream calls in each worker; others wait (`svm_gateway_upstream_calls`). Raise it if calls wait while upstreams could take more. docs/security.md says how networks and clients share these places. */
  readonly maxConcurrentRequests: number;
  /** Memory for what each worker keeps and buffers. docs/security.md lists the shares. The process itself needs about 150 MiB more. */
  readonly memoryMb: number;
  /** Maximum time for a call, including its retries; then it fails with `upstream-timeout`. */
  readonly requestTimeoutMs: number;
  /** Whether web pages from `cors_origins` may read answers. */
  readonly enableCors: boolean;
  /** Origins whose pages may read answers if `enable_cors` is on: * means any, an empty list none. Only an origin that is listed by name may also change networks and use /admin. */
  readonly corsOrigins: readonly string[];
  /** Host names to accept, in addition to the listener's addresses and localhost. Requests for others get 403, to prevent DNS rebinding. * accepts any name, but a page served under it still counts as another origin. */
  readonly allowedHosts: readonly string[];
  /** Whether to serve metrics for Prometheus at GET /metrics. */
  readonly enableMetrics: boolean;
  /** Maximum size of a request body (else 413) and of a WebSocket frame (else the socket is closed with 1009). Raise it for larger batches. */
  readonly maxBodyBytes: number;
  /** Maximum number of calls in a batch; a larger batch is refused as a whole with -32600. */
  readonly maxBatch: number;
  /** Who may change networks at run time and use the routes under /admin: everyone (`open`), callers on this machine that did not come through a proxy (`loopback`), or no one (`off`). With keys or tokens, `open` and `loopback` both mean administrators. Behind a proxy on the same machine and without keys, set `loopback` or `off`, since `open` lets the proxy's clients in. Default: `open` while all listeners are on loopback, else `loopback`. */
  readonly networkAdmin: "open" | "loopback" | "off" | undefined;
  /** Rate limit of one client address, in points. Most calls cost one point; each call of a batch counts, and so does each network of a call to all. Callers with a key or token have their own limits instead. */
  readonly rateLimit: RateLimitConfig;
  /** Number of reverse proxies in front that append to X-Forwarded-For. With 0, the client's address is that of its connection. If the number is too low, all clients share one limit; if it is too high, they can forge their address. */
  readonly trustProxy: number;
  /** Number of processes that share the port. Raise it, to at most one per core, when one core is not enough. */
  readonly workers: number;
  /** Whether to compress answers of 4 KiB or more for clients that accept it. Turn it off if a proxy in front already compresses. */
  readonly compression: boolean;
  /** Maximum number of client connections per listener and worker; others are refused. At most half as many can be WebSockets, over all listeners. */
  readonly maxConnections: number;
  /** Maximum time for a client to finish sending its request (else 408) or to read more of its answer; then it is disconnected. */
  readonly sendTimeoutMs: number;
  /** Maximum time for calls in flight to finish after SIGTERM; then they are cut off. Keep it below the time after which your supervisor kills the process. */
  readonly shutdownTimeoutMs: number;
}

/** Rate limit of one client address, in points. Most calls cost one point; each call of a batch counts, and so does each network of a call to all. Callers with a key or token have their own limits instead. */
export interface RateLimitConfig {
  /** Whether to limit the call rate of a client address. */
  readonly enabled: boolean;
  /** Maximum points per minute; then 429 with Retry-After (`svm_gateway_rate_limited_total`). Raise it if many users share an address. */
  readonly perMinute: number;
  /** Maximum points per second; then 429 with Retry-After. Raise it if many users share an address. */
  readonly perSecond: number;
}

/** Authentication of callers by key or token, with rights and limits for each. Off until keys, a key file, Redis keys or an issuer is configured. */
export interface AuthConfig {
  /** Keys of callers, listed in this file. */
  readonly keys: readonly KeyEntry[];
  /** File of keys, written by `svm-gateway keys`, with a path relative to the configuration file. Changes apply within a second. */
  readonly keysFile: string | undefined;
  /** Whether to also keep keys in Redis, shared by all gateways that use it. Requires `redis.url` and `redis.hmac_key`. */
  readonly keysRedis: boolean;
  /** Whether to also answer calls without a key or token, within the rate limit of their address. */
  readonly anonymous: boolean;
  /** Credits that a call costs, by method. `default` applies to all other methods, and is 1 unless set. */
  readonly costs: Readonly<Record<string, number>>;
  /** URL at which clients reach /api/mcp. Tokens for tools must have it as their audience. */
  readonly resource: string | undefined;
  /** Tokens of an identity provider. */
  readonly jwt: JwtConfig;
}

/** Key of a caller, with the caller's rights and limits. */
export interface KeyEntry {
  /** Name of the key in logs, metrics and usage. */
  readonly id: string;
  /** The key itself, preferably as ${NAME} or ${file:PATH}. Set either this or `key_sha256`. */
  readonly key: string | undefined;
  /** SHA-256 of the key, in lowercase hexadecimal. Set either this or `key`. */
  readonly keySha256: string | undefined;
  /** SHA-256 of the previous key, which is accepted until `old_key_ends`. */
  readonly oldKeySha256: string | undefined;
  /** Time until which the previous key is accepted, in the same format as `expires`. */
  readonly oldKeyEnds: string | undefined;
  /** Maximum calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Maximum credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Maximum number of concurrent calls. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Maximum number of subscriptions, across all sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Maximum number of open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** Networks that the caller may use. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** Methods that the caller may call, by name or by prefix, such as getToken*, in addition to those of its categories. Default: all, unless categories are set. */
  readonly methods: readonly string[] | undefined;
  /** Categories of methods that the caller may call, in addition to its methods. Default: all, unless methods are set. */
  readonly categories: readonly string[] | undefined;
  /** Whether the caller may call only methods that change nothing, and none that are missing from openrpc.json. */
  readonly readOnly: boolean;
  /** Whether the caller may send transactions, and call methods missing from openrpc.json. Default: `true`, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** Whether it may change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
  /** Origins of the only web pages that may use the key; each client address then gets a tenth of the limits. */
  readonly origins: readonly string[] | undefined;
  /** Referrers that are accepted when a browser sends no origin: an origin, or the beginning of a URL. */
  readonly referrers: readonly string[] | undefined;
  /** Client addresses, or CIDR blocks, that may use the key; behind proxies, set `server_config.trust_proxy`. Default: all. */
  readonly clients: readonly string[] | undefined;
  /** When the key expires: a day such as 2027-01-01, or a time such as 2027-01-01T12:00:00Z. Default: never. */
  readonly expires: string | undefined;
}

/** Tokens of an identity provider. */
export interface JwtConfig {
  /** Issuer of the tokens, exactly as in their iss claim. If not set, tokens are not accepted. */
  readonly issuer: string | undefined;
  /** Accepted values of the aud claim, at least one. `auth.resource` adds one. */
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
  /** Maximum difference between the issuer's clock and the gateway's. */
  readonly clockSkewS: number;
  /** URL of the issuer's public keys (its jwks_uri). Set either this or `jwks_file`. They are fetched again when a token is signed with an unknown key. */
  readonly jwksUrl: string | undefined;
  /** File with the issuer's public keys, with a path relative to the configuration file. Set either this or `jwks_url`. */
  readonly jwksFile: string | undefined;
  /** For each right or limit, the name of the claim that holds it. */
  readonly claims: Readonly<Record<string, string>>;
  /** Rights of tokens whose scope and claims grant none. By default, such tokens may only read. */
  readonly rights: TokenRights;
}

/** Rights of tokens whose scope and claims grant none. By default, such tokens may only read. */
export interface TokenRights {
  /** Maximum calls per second. Default: no limit. */
  readonly rateLimit: number | undefined;
  /** Maximum credits per day, from midnight UTC. Default: no limit. */
  readonly creditsPerDay: number | undefined;
  /** Maximum credits per calendar month, in UTC. Default: no limit. */
  readonly creditsPerMonth: number | undefined;
  /** Maximum number of concurrent calls. Default: no limit. */
  readonly maxConcurrent: number | undefined;
  /** Maximum number of subscriptions, across all sockets. Default: no limit. */
  readonly maxSubscriptions: number | undefined;
  /** Maximum number of open sockets. Default: no limit. */
  readonly maxSockets: number | undefined;
  /** Networks that the caller may use. Default: all. */
  readonly networks: readonly string[] | undefined;
  /** Methods that the caller may call, by name or by prefix, such as getToken*, in addition to those of its categories. Default: all, unless categories are set. */
  readonly methods: readonly string[] | undefined;
  /** Categories of methods that the caller may call, in addition to its methods. Default: all, unless methods are set. */
  readonly categories: readonly string[] | undefined;
  /** Whether the caller may call only methods that change nothing, and none that are missing from openrpc.json. */
  readonly readOnly: boolean;
  /** Whether the caller may send transactions, and call methods missing from openrpc.json. Default: `true`, unless `read_only` is set. */
  readonly sending: boolean | undefined;
  /** Whether it may change networks, upstreams and keys, reload the configuration, and read metrics, status and everyone's usage. */
  readonly admin: boolean;
}

/** Calls to upstreams, and the probes that check them. */
export interface UpstreamConfig {
  /** Time between two rounds of probes of a network in use; four times as long if the network has a single upstream. Also the interval for polling subscriptions that no upstream offers. Default: one slot as measured, at least 50 ms. */
  readonly pollIntervalMs: number | undefined;
  /** Maximum number of slots that an upstream may lag behind the best one of its network; beyond it, it gets no calls (`svm_gateway_upstream_healthy`). A lower number gives newer answers, but leaves fewer upstreams to call. */
  readonly maxSlotLag: number;
  /** Maximum number of times that a read goes through all upstreams of its network; then the clearest error is the answer. Writes are repeated only as `sending` says. */
  readonly maxAttempts: number;
  /** Whether to also send a read to a second upstream when the first is slower than usual for the method. This adds at most a tenth to the calls; turn it off to save them. */
  readonly hedge: boolean;
}

/** How to choose among upstreams that can take a call. */
export interface RoutingConfig {
  /** Which upstreams of a tier to prefer, among those at the newest slot: the fastest ones by weight (`speed`), the cheapest for the method by `costs` (`cost`), or all by weight alone (`even`). */
  readonly prefer: "speed" | "cost" | "even";
}

/** Answering reads of the newest slot from memory, and merging several reads into one upstream call. */
export interface ReadsConfig {
  /** Whether to answer reads from memory where possible, and to merge the others into few upstream calls. If off, each read is an upstream call of its own, unless an equal one is in flight. */
  readonly enabled: boolean;
  /** Maximum number of slots that an answer may lag behind the newest one. With 1, answers from the previous slot are reused until the next slot is almost due, which saves upstream calls. */
  readonly behind: number;
}

/** Caching of answers that never change, or hold for an epoch. */
export interface CacheConfig {
  /** Whether to cache answers that never change, such as finalized blocks, or that hold for an epoch. */
  readonly enabled: boolean;
}

/** State shared by several gateways. */
export interface RedisConfig {
  /** URL of a Redis or Valkey server through which gateways share cached answers, rate limits, credits, sessions, pending transactions and changes of networks. */
  readonly url: string | undefined;
  /** Secret of 16 characters or more, the same for all gateways on this Redis. They ignore cached answers, session slots, pending transactions and changes of networks that are not signed with it. Set it if anything else can write to Redis. */
  readonly hmacKey: string | undefined;
}

/** Sessions, in which a client never sees the ledger go back to an older state. */
export interface ConsistencyConfig {
  /** Which HTTP requests belong to a session: those that name one in x-session (`named`), or all, with one session per caller (`caller`). A WebSocket connection is always a session, and so is a process on standard input. */
  readonly session: "named" | "caller";
}

/** Reads, and the number of upstreams that must give the same answer. */
export interface AgreementRule {
  /** Methods that only read, by name or by prefix, such as getToken*. A prefix matches only methods that read. */
  readonly methods: readonly string[];
  /** Number of upstreams to ask at once. Each costs the caller a point of the rate limit. */
  readonly ask: number;
  /** Number of upstreams that must give the same answer, at most `ask`. */
  readonly agree: number;
}

/** Sending of transactions until they land. */
export interface LandingConfig {
  /** Maximum number of pending transactions; further ones are sent once, and the answer says so (x-send: once). One client gets at most half of the places that others leave free. */
  readonly maxPending: number;
  /** Maximum time for which a transaction is sent and watched; then its fate is `unknown`. It matters for transactions with a durable nonce, which never expire. */
  readonly maxMs: number;
}

/** Sockets for upstream subscriptions. */
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
  /** Lowest severity to log. `debug` includes a line for each call. */
  readonly level: "off" | "error" | "warn" | "info" | "debug" | "trace";
  /** Whether to log a JSON line for each call, whatever the level, with its method, network, client, time and outcome, but not its parameters. */
  readonly access: boolean;
}

/** Traces of calls and their attempts, sent to an OpenTelemetry collector. */
export interface TracingConfig {
  /** URL of the collector (OTLP over HTTP, as JSON). /v1/traces is appended unless the URL ends with it. If not set, nothing is traced. */
  readonly endpoint: string | undefined;
  /** Headers to send to the collector. Their values are treated as secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Share of calls to trace, from 0 (none) to 1 (all). If a call has a traceparent header, the header decides. */
  readonly sampleRatio: number;
}
