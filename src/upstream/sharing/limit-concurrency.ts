import { CallWait } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { clientBlock } from "../../net/client-address.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { mayTakeHalf, NetworkPermits, PermitPool } from "./permits.ts";

interface ConcurrencyOptions {
  readonly maxConcurrent: number;
  /** Number of calls that one client may always queue while the queue has room. */
  readonly burst: number;
  readonly timers: TimerWheel;
}

/** Queue slots per call that may run, enough for a burst of one second. */
const queuedPerRunning = 20;

/**
 * Concurrency limit with fair shares: `maxConcurrent` calls run, `maxQueue` wait. Networks and clients have shares of both, and a released
 * permit goes to the network with the fewest running calls.
 */
export class ConcurrencyLimit {
  readonly timers: TimerWheel;
  readonly #burst: number;
  /** Most waiting calls. */
  readonly maxQueue: number;
  readonly #running: PermitPool;
  readonly #waiting: PermitPool;
  /** The networks that have permits reserved. */
  #networks = new Map<string, NetworkShare>();
  /** One share for all other networks, so that calling many of them gains nothing. */
  readonly #others = new NetworkShare(this);
  readonly #waitingNetworks = new Set<NetworkShare>();

  constructor({ maxConcurrent, burst, timers }: ConcurrencyOptions) {
    this.timers = timers;
    this.#burst = burst;
    this.#running = new PermitPool(maxConcurrent);
    this.maxQueue = queuedPerRunning * maxConcurrent;
    this.#waiting = new PermitPool(this.maxQueue);
  }

  get inFlight(): number {
    return this.#running.taken;
  }

  get queued(): number {
    return this.#waiting.taken;
  }

  /** Reserves permits for each of these networks; for the others together, only once they are called. */
  setNetworks(ids: readonly string[]): void {
    const before = this.#networks;
    this.#networks = new Map(ids.map((id) => [id, before.get(id) ?? new NetworkShare(this)]));
    for (const [id, network] of before) if (!this.#networks.has(id)) this.#setReserve(network, false);
    for (const network of this.#networks.values()) this.#setReserve(network, true);
    this.#startWaiting();
  }

  readonly withConcurrencyLimit: SendWrapper = (next) => (call) => {
    const client = this.#getNetwork(call).shareOf(call.clientAddress);
    const { network } = client;
    if (client.waiting.size === 0 && client.mayRun(this.#running.freeFor(network.running)))
      return this.#send(next, call, client);
    if (!client.mayWait(this.#waiting.freeFor(network.waiting), this.#burst))
      return Promise.reject(this.#capacityError());
    return new Promise((resolve, reject) => {
      const start = () => this.#send(next, call, client).then(resolve, reject);
      this.#enqueue(new QueuedCall(call, client, start, reject));
    });
  };

  #getNetwork({ network }: UpstreamCall): NetworkShare {
    const known = this.#networks.get(network.id);
    if (known !== undefined) return known;
    if (!this.#others.running.hasReserve) this.#setReserve(this.#others, true);
    return this.#others;
  }

  #setReserve(network: NetworkShare, hasReserve: boolean): void {
    this.#running.setReserve(network.running, hasReserve);
    this.#waiting.setReserve(network.waiting, hasReserve);
  }

  #enqueue(queued: QueuedCall): void {
    const { client } = queued;
    const { network } = client;
    this.#waiting.take(network.waiting);
    client.waiting.add(queued);
    network.waitingClients.add(client);
    this.#waitingNetworks.add(network);
    queued.wait();
  }

  /** Removes a call from the queue, before it starts or fails. */
  dequeue(queued: QueuedCall): void {
    const { client } = queued;
    const { network } = client;
    this.#waiting.release(network.waiting);
    client.waiting.delete(queued);
    // Moves the client to the end of its network's round robin.
    network.waitingClients.delete(client);
    if (client.waiting.size > 0) network.waitingClients.add(client);
    if (network.waitingClients.size === 0) this.#waitingNetworks.delete(network);
  }

  #send(next: Send, call: UpstreamCall, client: ClientShare): Promise<RawJson> {
    this.#running.take(client.network.running);
    client.running += 1;
    let result: Promise<RawJson>;
    try {
      result = next(call);
    } catch (caught) {
      client.release();
      return Promise.reject(RpcError.from(caught));
    }
    result.then(client.release, client.release);
    return result;
  }

  /** Called when a call of a client has ended. */
  release(client: ClientShare): void {
    this.#running.release(client.network.running);
    client.running -= 1;
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#waitingNetworks.size > 0) {
      const client = this.#nextClient();
      if (client === undefined) return;
      const [first] = client.waiting;
      first?.start();
    }
  }

  #nextClient(): ClientShare | undefined {
    let next: ClientShare | undefined;
    for (const network of this.#waitingNetworks) {
      if (next !== undefined && network.running.taken >= next.network.running.taken) continue;
      next = network.nextClient(this.#running) ?? next;
    }
    return next;
  }

  #capacityError(): RpcError {
    return RpcError.of(
      "atCapacity",
      `The gateway is at capacity: this client or network is using its full share of the ${this.#running.size} concurrent upstream calls ` +
        `(server_config.max_concurrent_requests) and of the ${this.maxQueue} queued ones; ` +
        "try again in 1 s.",
      { retryAfterSeconds: 1 },
    );
  }
}

/** Idle clients are purged only above this count. */
const minClientsToPurge = 1000;

class ClientShare {
  readonly network: NetworkShare;
  /** False for calls without a client address (stdio, the gateway's own), which only the network's share bounds. */
  readonly isBounded: boolean;
  running = 0;
  /** Waiting calls in order of arrival; a Set, so that any of them can leave in constant time. */
  readonly waiting = new Set<QueuedCall>();
  /** Called when one of its calls has ended. One closure for all calls. */
  readonly release = (): void => this.network.limit.release(this);

  constructor(network: NetworkShare, isBounded: boolean) {
    this.network = network;
    this.isBounded = isBounded;
  }

  /** Returns true if one more call may run while the network may start `free` more: a client gets at most half of what others leave. */
  mayRun(free: number): boolean {
    return this.isBounded ? mayTakeHalf(this.running, free) : free > 0;
  }

  /** Returns true if one more call may wait; up to `burst` always may while there is room. */
  mayWait(free: number, burst: number): boolean {
    return this.isBounded ? mayTakeHalf(this.waiting.size, free, burst) : free > 0;
  }
}

class NetworkShare {
  readonly running = new NetworkPermits();
  readonly waiting = new NetworkPermits();
  /** Clients with a waiting call, in round-robin order. */
  readonly waitingClients = new Set<ClientShare>();
  readonly #clients = new Map<string, ClientShare>();
  #purgeAt = minClientsToPurge;
  readonly limit: ConcurrencyLimit;

  constructor(limit: ConcurrencyLimit) {
    this.limit = limit;
  }

  shareOf(address: string | undefined): ClientShare {
    const block = clientBlock(address);
    let client = this.#clients.get(block);
    if (client === undefined) {
      if (this.#clients.size >= this.#purgeAt) this.#purgeIdle();
      client = new ClientShare(this, address !== undefined);
      this.#clients.set(block, client);
    }
    return client;
  }

  /** The next client in turn that may start a call. */
  nextClient(permits: PermitPool): ClientShare | undefined {
    const free = permits.freeFor(this.running);
    // A client that may not start a call has a running one, so this skips at most as many clients as calls can run.
    if (free > 0) for (const client of this.waitingClients) if (client.mayRun(free)) return client;
    return undefined;
  }

  #purgeIdle(): void {
    for (const [client, { running, waiting }] of this.#clients)
      if (running === 0 && waiting.size === 0) this.#clients.delete(client);
    this.#purgeAt = Math.max(minClientsToPurge, this.#clients.size * 2);
  }
}

/** A call that waits for a permit, up to its deadline. */
class QueuedCall extends CallWait {
  readonly client: ClientShare;
  readonly #onStart: () => void;
  readonly #onError: (error: RpcError) => void;

  constructor(
    call: UpstreamCall,
    client: ClientShare,
    onStart: () => void,
    onError: (error: RpcError) => void,
  ) {
    super(client.network.limit.timers, call);
    this.client = client;
    this.#onStart = onStart;
    this.#onError = onError;
  }

  wait(): void {
    this.begin(this.call.deadline);
  }

  start(): void {
    if (!this.end()) return;
    this.client.network.limit.dequeue(this);
    this.#onStart();
  }

  protected override onTimeOver(): void {
    this.onFailed(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call timed out in the queue; try again in 1 s.",
        { retryAfterSeconds: 1 },
      ),
    );
  }

  protected override onFailed(error: RpcError): void {
    this.client.network.limit.dequeue(this);
    this.#onError(error);
  }
}
