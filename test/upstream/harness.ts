import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { UpstreamEntry } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import { createUpstreams } from "../../src/app/calls/create-upstreams.ts";
import type { UpstreamsOptions } from "../../src/app/calls/step-dependencies.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import type { Session } from "../../src/call/session.ts";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { type Agreement, type CallNotes, UpstreamCall } from "../../src/call/upstream-call.ts";
import type { NetworkType } from "../../src/contract/method-description.ts";
import type { Network, Sending } from "../../src/networks/network.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { LedgerStates } from "../../src/reads/state/ledger-states.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { createIncomingResponses } from "../../src/upstream/http/incoming-responses.ts";
import type { Needs } from "../../src/upstream/node/call-needs.ts";
import { Upstream } from "../../src/upstream/node/upstream.ts";
import type { UpstreamSettings } from "../../src/upstream/node/upstream-settings.ts";
import { listenOnOwnPort } from "../free-port.ts";
import { createKeepAliveServer } from "../keep-alive-server.ts";

/** One request that a scripted upstream received. */
export interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
  /** Remote port, which identifies the connection. */
  readonly port: number | undefined;
}

/** A script returns JSON text as the result, or takes over the socket. */
export type Script = (
  asked: Asked,
  response: ServerResponse,
  socket: Socket,
) => string | undefined | Promise<string | undefined>;

/** A scripted node on a real socket. */
export class ScriptedUpstream {
  script: Script;
  /** Responses of a healthy node to probes; undefined members are left to the script. */
  facts: {
    genesis: string;
    slot: number;
    /** Defaults to the processed one. */
    confirmed?: number;
    finalized: number;
    healthy: boolean;
    epoch: number;
    slotsInEpoch: number;
  } = {
    genesis: "GenesisA",
    slot: 1000,
    finalized: 968,
    healthy: true,
    epoch: 2,
    slotsInEpoch: 432,
  };
  /** Whether the script answers probes too. */
  scriptsProbes = false;
  readonly asked: Asked[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(script: Script = () => '"ok"') {
    this.script = script;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** Open connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** The calls that it received, apart from probes. */
  count(method?: string): number {
    return this.asked.filter((asked) => method === undefined || asked.method === method).length;
  }

  async start(): Promise<this> {
    const server = createKeepAliveServer((request, response) => void this.#serve(request, response));
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    if (this.#port === 0) this.#port = await listenOnOwnPort(server);
    else {
      server.listen(this.#port, "127.0.0.1");
      await once(server, "listening");
    }
    this.#server = server;
    return this;
  }

  /** Closes the port, with every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    server.close();
    await once(server, "close");
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Serves calls only, and refuses WebSockets.
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The caller broke off: nothing was asked.
    }
    const body = Buffer.concat(chunks).toString();
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown };
    const own = this.scriptsProbes ? undefined : this.#ownAnswer(method, params);
    if (own !== undefined) {
      respond(response, `{"jsonrpc":"2.0",${own},"id":${id}}`);
      return;
    }
    const { headers, url: path = "", socket } = request;
    const asked = { id, method, params, body, headers, path, port: socket.remotePort };
    this.asked.push(asked);
    const result = await this.script(asked, response, request.socket);
    if (result !== undefined) respond(response, `{"jsonrpc":"2.0","result":${result},"id":${id}}`);
  }

  #ownAnswer(method: string, params: unknown): string | undefined {
    const { genesis, slot, confirmed = slot, finalized, healthy, epoch, slotsInEpoch } = this.facts;
    const [config] = Array.isArray(params) ? (params as { commitment?: string }[]) : [];
    switch (method) {
      case "getGenesisHash":
        return `"result":"${genesis}"`;
      case "getHealth":
        return healthy ? '"result":"ok"' : '"error":{"code":-32005,"message":"Node is behind by 200 slots"}';
      case "getSlot":
        return `"result":${{ processed: slot, confirmed, finalized }[config?.commitment ?? ""] ?? finalized}`;
      case "getEpochInfo":
        return `"result":{"absoluteSlot":${finalized},"slotIndex":${finalized - epoch * slotsInEpoch},"slotsInEpoch":${slotsInEpoch},"epoch":${epoch},"blockHeight":${finalized - 100},"transactionCount":null}`;
      default:
        return undefined;
    }
  }
}

/** Writes a whole response. */
export function respond(
  response: ServerResponse,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

/** Writes an error of the ledger. */
export function respondError(
  response: ServerResponse,
  asked: { readonly id: number | string },
  code: number,
  message: string,
  status = 200,
): void {
  respond(
    response,
    `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)}},"id":${asked.id}}`,
    status,
  );
}

/** Test settings: the defaults with short times, except for connecting, which takes long on a busy machine. */
export const testConfig: UpstreamSettings = {
  maxResponseBytes: 8 * 1024 * 1024,
  incoming: createIncomingResponses(32 * 1024 * 1024),
  connectTimeoutMs: 30_000,
  connectionsPerOrigin: 256,
  keepAliveTimeoutMs: 4000,
  pollIntervalMs: 200,
  freshSlots: 1,
  maxSlotLag: 50,
  maxAttempts: 3,
  retryRatio: 0.2,
  hedge: { enabled: false, minDelayMs: 20, budgetRatio: 0.1 },
  breaker: { failures: 5, openMs: 1000 },
};

/** The cache as configured by default. */
const testCache: UpstreamsOptions["cache"] = {
  enabled: true,
  maxBytes: 1024 * 1024,
};

/** A logged line. */
interface LogLine {
  readonly level: "info" | "warn";
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

/** An upstream layer over scripted nodes, with helpers to call it. */
export interface TestUpstreams {
  readonly upstreams: ReturnType<typeof createUpstreams>;
  readonly network: Network;
  readonly lines: LogLine[];
  /** Calls a documented method and returns the text of the result. */
  ask(method: string, params?: string, options?: AskOptions): Promise<string>;
  /** Puts a node ahead of the others, as if it had proven that. */
  proveAhead(node: ScriptedUpstream): void;
  close(): Promise<void>;
}

/** Overrides of a test. */
export interface AskOptions {
  readonly timeoutMs?: number;
  readonly cancellation?: Cancellation;
  readonly notes?: CallNotes;
  readonly network?: Network;
  /** Address of the client. */
  readonly client?: string;
  /** Receives charges beyond the call itself. */
  readonly charge?: (calls: number) => void;
  readonly bypassesCache?: boolean;
  readonly session?: Session;
  readonly minSlot?: number;
  readonly agreement?: Agreement;
  readonly sending?: Sending;
}

/** An entry as parsed from the configuration. */
export function entryOf(url: string, change: Partial<UpstreamEntry> = {}): UpstreamEntry {
  return {
    id: undefined,
    url,
    plan: undefined,
    wsUrl: undefined,
    headers: {},
    weight: 1,
    tier: 1,
    limits: { perSecond: undefined, creditsPerDay: undefined, creditsPerMonth: undefined },
    costs: {},
    methods: { allow: [], deny: [] },
    for: ["reads", "sends", "subscriptions"],
    history: undefined,
    ...change,
  };
}

/** An upstream outside any network. */
export function upstreamOf(change: Partial<ConstructorParameters<typeof Upstream>[0]> = {}): Upstream {
  return new Upstream({
    processes: 1,
    ...testConfig,
    url: "http://127.0.0.1:9",
    weight: 1,
    name: "upstream",
    trusted: true,
    timers: new TimerWheel(),
    ...change,
  });
}

/** A network record with these addresses. */
export function networkOf(
  urls: readonly string[],
  change: Partial<Network> & { weights?: readonly number[] } = {},
): Network {
  const { weights, ...rest } = change;
  return {
    id: "test",
    name: "Test",
    type: "devnet" satisfies NetworkType,
    chainId: "1",
    httpAddresses: urls.map((url, index) => ({ url, weight: weights?.[index] ?? 1, trusted: true })),
    wsAddresses: [],
    enabled: false,
    allowMethods: [],
    allowMethodsFromLoopbackOnly: false,
    ...rest,
  };
}

/** Builds the layer over nodes that are already running. */
export function createTestUpstreams(
  nodes: readonly (ScriptedUpstream | string)[],
  change: {
    upstream?: Partial<UpstreamSettings>;
    cache?: Partial<UpstreamsOptions["cache"]>;
    limits?: Partial<UpstreamsOptions["limits"]>;
    /** Receives the outcomes of calls with a floor that could not be answered immediately. */
    onFloor?: (outcome: string) => void;
    network?: Parameters<typeof networkOf>[1];
    metrics?: UpstreamsOptions["metrics"];
    redis?: UpstreamsOptions["redis"];
    routing?: UpstreamsOptions["routing"];
    sending?: UpstreamsOptions["sending"];
    maxPending?: number;
    store?: Omit<UpstreamsOptions["store"], "get">;
    landingStorage?: UpstreamsOptions["landingStorage"];
    tracing?: UpstreamsOptions["tracing"];
    /** "none" sends each read on its own; by default reads are merged, and no head is followed. */
    ledgers?: LedgerStates | "none";
  } = {},
): TestUpstreams {
  const network = networkOf(
    nodes.map((node) => (typeof node === "string" ? node : node.url)),
    change.network,
  );
  const lines: LogLine[] = [];
  const log = (level: LogLine["level"]) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: fields as Record<string, unknown> });
  const { onFloor } = change;
  const metrics = change.metrics ?? createMetrics();
  if (onFloor !== undefined) Object.assign(metrics, { countFloor: onFloor });
  const upstreams = createUpstreams({
    upstream: { ...testConfig, ...change.upstream },
    cache: { ...testCache, ...change.cache },
    landing: { maxPending: change.maxPending ?? 1000, maxMs: 3_600_000 },
    sending: change.sending ?? "once",
    processes: 1,
    limits: {
      maxConcurrentRequests: 1000,
      rateLimit: { enabled: false, perMinute: 100, perSecond: 10 },
      ...change.limits,
    },
    log: { info: log("info"), warn: log("warn") },
    landingStorage: change.landingStorage,
    store: {
      defaultNetwork: () => network,
      enabled: () => [],
      get: () => network,
      onChange: () => () => undefined,
      ...change.store,
    },
    metrics,
    redis: change.redis,
    tracing: change.tracing,
    routing: change.routing ?? { prefer: "speed" },
    ledgers:
      change.ledgers === "none"
        ? undefined
        : (change.ledgers ?? new LedgerStates({ maxBytes: 1e6, acceptedLagSlots: 0 })),
  });
  return {
    upstreams,
    network,
    lines,
    async ask(method, params = "[]", options = {}) {
      return (await upstreams.send(callOf(options.network ?? network, method, params, options))).toString();
    },
    proveAhead({ facts }) {
      upstreams.set(network).believed.prove({ slot: facts.slot, at: performance.now() });
    },
    close: () => upstreams.close(),
  };
}

/** A call as the gateway creates it. */
export function callOf(
  network: Network,
  method: string,
  params: string,
  options: AskOptions = {},
): UpstreamCall {
  const cancellation = options.cancellation ?? new Cancellation();
  const description = Object.hasOwn(methods, method) ? methods[method as keyof typeof methods] : undefined;
  return new UpstreamCall({
    network,
    clientAddress: options.client,
    charge: options.charge,
    method: description,
    undocumentedMethod: method,
    params,
    cancellation,
    deadline: performance.now() + (options.timeoutMs ?? 5000),
    notes: options.notes ?? {},
    bypassesCache: options.bypassesCache,
    session: options.session,
    minSlot: options.minSlot,
    agreement: options.agreement,
    sending: options.sending,
  });
}

/** Needs of a read that any upstream can answer. */
export function needsOf(change: Partial<Needs> = {}): Needs {
  return {
    upstreamMethod: "getSlot",
    purpose: "reads",
    unfitReasons: undefined,
    providers: undefined,
    commitment: "processed",
    minContextSlot: undefined,
    preferredSlot: 0,
    floor: undefined,
    oldestSlot: undefined,
    client: undefined,
    ...change,
  };
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<RpcError> {
  const caught: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (caught instanceof RpcError) return caught;
  throw new Error(`expected an RpcError, got ${String(caught)}`);
}

/** Longest wait for an event; a test that reaches it hangs, even on a busy machine. */
const hangsMs = 45_000;
// The real timers, even while a test has stopped the clock.
const realClock = performance;
const realTimeout = setTimeout;

/** Waits until a condition holds, checked once per turn of the event loop. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const end = realClock.now() + hangsMs;
  while (!holds()) {
    if (realClock.now() > end) throw new Error(`It never came about that ${what}.`);
    await new Promise((resolve) => {
      realTimeout(resolve, 2);
    });
  }
}
