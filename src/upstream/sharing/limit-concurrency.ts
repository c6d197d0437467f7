import { CallWait } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { clientBlock } from "../../net/client-address.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { mayTakeHalf, NetworkPermits, PermitPool } from "./permits.ts";

interface ConcurrencyOptions {
  readonly maxConcurrent: number;
  /** Calls that one client may send in a second: that many may always wait while the queue has places. */
  readonly burst: number;
  readonly timers: TimerWheel;
}

/** Calls that may wait for each one that may run: a burst of one second. Each waits until its deadline at most. */
const waitingPerRunning = 20;

/**
 * Lets `maxConcurrent` calls run and `maxQueue` wait. Networks and clients have shares of both; a free place goes to the network with the
 * fewest running calls.
 */
export class ConcurrencyLimit {
  readonly timers: TimerWheel;
  readonly #burst: number;
  /** Most calls that may wait. */
  readonly maxQueue: number;
  readonly #running: PermitPool;
  readonly #waiting: PermitPool;
  /** The networks that have places reserved. */
  #networks = new Map<string, NetworkShare>();
  /** The share of all other networks together: calling many of them gets no more places than calling one. */
  readonly #others: NetworkShare;
  readonly #waitingNetworks = new Set<NetworkShare>();

  constructor({ maxConcurrent, burst, timers }: ConcurrencyOptions) {
    this.timers = timers;
    this.#burst = burst;
    this.#running = new PermitPool(maxConcurrent);
    this.maxQueue = waitingPerRunning * maxConcurrent;
    this.#waiting = new PermitPool(this.maxQueue);
    this.#others = new NetworkShare(this.#onRelease);
  }

  get inFlight(): number {
    return this.#running.taken;
  }

  get queued(): number {
    return this.#waiting.taken;
  }

  /** Reserves a part for each of these networks, and for the others together only while they are called. */
  setNetworks(ids: readonly string[]): void {
    const before = this.#networks;
    this.#networks = new Map(ids.map((id) => [id, before.get(id) ?? new NetworkShare(this.#onRelease)]));
    for (const [id, network] of before) if (!this.#networks.has(id)) this.#setReserve(network, false);
    for (const network of this.#networks.values()) this.#setReserve(network, true);
    this.#startWaiting();
  }

  readonly withConcurrencyLimit: SendWrapper = (next) => (call) => {
    const queue = this.#getNetwork(call).getQueue(call.clientAddress);
    const { network } = queue;
    if (queue.waiting.size === 0 && queue.mayRun(this.#running.freeFor(network.running)))
      return this.#send(next, call, queue);
    if (!queue.mayWait(this.#waiting.freeFor(network.waiting), this.#burst))
      return Promise.reject(this.#capacityError());
    return new Promise((resolve, reject) => {
      const start = () => this.#send(next, call, queue).then(resolve, reject);
      this.#enqueue(new QueuedCall(this, call, queue, start, reject));
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
    const { queue } = queued;
    const { network } = queue;
    this.#waiting.take(network.waiting);
    queue.waiting.add(queued);
    network.waitingClients.add(queue);
    this.#waitingNetworks.add(network);
    queued.wait();
  }

  /** Called when a call stops waiting, before it starts or fails. */
  onLeave(queued: QueuedCall): void {
    const { queue } = queued;
    const { network } = queue;
    this.#waiting.release(network.waiting);
    queue.waiting.delete(queued);
    // The next turn is another client's.
    network.waitingClients.delete(queue);
    if (queue.waiting.size > 0) network.waitingClients.add(queue);
    if (network.waitingClients.size === 0) this.#waitingNetworks.delete(network);
  }

  #send(next: Send, call: UpstreamCall, queue: ClientShare): Promise<RawJson> {
    this.#running.take(queue.network.running);
    queue.running += 1;
    let answer: Promise<RawJson>;
    try {
      answer = next(call);
    } catch (caught) {
      queue.release();
      return Promise.reject(RpcError.from(caught));
    }
    answer.then(queue.release, queue.release);
    return answer;
  }

  readonly #onRelease = (queue: ClientShare): void => {
    this.#running.release(queue.network.running);
    queue.running -= 1;
    this.#startWaiting();
  };

  #startWaiting(): void {
    while (this.#waitingNetworks.size > 0) {
      const queue = this.#nextClient();
      if (queue === undefined) return;
      const [first] = queue.waiting;
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
      `The gateway is at capacity: this client or network has used up its share of the ${this.#running.size} upstream calls that may run ` +
        `(server_config.max_concurrent_requests) and of the ${this.maxQueue} that may wait; ` +
        "try again in 1 s.",
      { retryAfterSeconds: 1 },
    );
  }
}

/** Clients without a call are removed only once there are at least this many clients. */
const minClientsToCleanUp = 1000;

class ClientShare {
  readonly network: NetworkShare;
  /** Calls without a client address (standard input, the gateway's own) are bounded only by the network's share. */
  readonly isBounded: boolean;
  running = 0;
  /** Its calls that wait, in order of arrival; a Set so that one in the middle can leave at once. */
  readonly waiting = new Set<QueuedCall>();
  /** To be called when one of its calls has ended. Made once, since every call needs it. */
  readonly release = (): void => this.network.onRelease(this);

  constructor(network: NetworkShare, isBounded: boolean) {
    this.network = network;
    this.isBounded = isBounded;
  }

  /** Whether one more may run while the network may start `free` more: a client gets at most half of what others leave. */
  mayRun(free: number): boolean {
    return this.isBounded ? mayTakeHalf(this.running, free) : free > 0;
  }

  /** Whether one more may wait; at least `burst` may while places are free. */
  mayWait(free: number, burst: number): boolean {
    return this.isBounded ? mayTakeHalf(this.waiting.size, free, burst) : free > 0;
  }
}

class NetworkShare {
  readonly running = new NetworkPermits();
  readonly waiting = new NetworkPermits();
  /** Clients with a waiting call, in the order of their turns. */
  readonly waitingClients = new Set<ClientShare>();
  readonly #clients = new Map<string, ClientShare>();
  #cleanUpAt = minClientsToCleanUp;
  readonly onRelease: (queue: ClientShare) => void;

  constructor(onRelease: (queue: ClientShare) => void) {
    this.onRelease = onRelease;
  }

  getQueue(address: string | undefined): ClientShare {
    const client = clientBlock(address);
    let queue = this.#clients.get(client);
    if (queue === undefined) {
      if (this.#clients.size >= this.#cleanUpAt) this.#removeIdle();
      queue = new ClientShare(this, address !== undefined);
      this.#clients.set(client, queue);
    }
    return queue;
  }

  /** The client whose turn it is among those that may start a call now. */
  nextClient(places: PermitPool): ClientShare | undefined {
    const free = places.freeFor(this.running);
    // A client that may not start a call has a running one, so this skips no more clients than calls can run.
    if (free > 0) for (const queue of this.waitingClients) if (queue.mayRun(free)) return queue;
    return undefined;
  }

  #removeIdle(): void {
    for (const [client, { running, waiting }] of this.#clients)
      if (running === 0 && waiting.size === 0) this.#clients.delete(client);
    this.#cleanUpAt = Math.max(minClientsToCleanUp, this.#clients.size * 2);
  }
}

/** A call that waits for its turn, until its deadline at most. */
class QueuedCall extends CallWait {
  readonly queue: ClientShare;
  readonly #limit: ConcurrencyLimit;
  readonly #onStart: () => void;
  readonly #onError: (error: RpcError) => void;

  constructor(
    limit: ConcurrencyLimit,
    call: UpstreamCall,
    queue: ClientShare,
    onStart: () => void,
    onError: (error: RpcError) => void,
  ) {
    super(limit.timers, call);
    this.queue = queue;
    this.#limit = limit;
    this.#onStart = onStart;
    this.#onError = onError;
  }

  wait(): void {
    this.begin(this.call.deadline);
  }

  start(): void {
    if (!this.end()) return;
    this.#limit.onLeave(this);
    this.#onStart();
  }

  protected override onTimeOver(): void {
    this.onFailed(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call's time ran out before its turn came; try again in 1 s.",
        { retryAfterSeconds: 1 },
      ),
    );
  }

  protected override onFailed(error: RpcError): void {
    this.#limit.onLeave(this);
    this.#onError(error);
  }
}
