import { CallWait } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { clientOf } from "../../net/client-address.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Holding, type Places } from "./places.ts";

/** Clients without a call are removed only once there are at least this many clients. */
const minClientsToCleanUp = 1000;

/** The calls of one client on one network. */
export class ClientCalls {
  readonly share: NetworkShare;
  /** Calls without a client address (standard input, the gateway's own) are bounded only by the network's share. */
  readonly isBounded: boolean;
  running = 0;
  /** In order of arrival; a Set so that one in the middle can leave at once. */
  readonly waiting = new Set<WaitingCall>();
  /** To be called when one of its calls has ended. Made once, since every call needs it. */
  readonly release = (): void => this.share.onRelease(this);

  constructor(share: NetworkShare, isBounded: boolean) {
    this.share = share;
    this.isBounded = isBounded;
  }

  /** Whether one more may run while the network may start `room` more: a client gets at most half of what others leave. */
  mayRun(room: number): boolean {
    return room > 0 && (!this.isBounded || this.running < Math.max(1, (this.running + room) >> 1));
  }

  /** Whether one more may wait; at least `burst` may while there is room. */
  mayWait(room: number, burst: number): boolean {
    const { size } = this.waiting;
    return room > 0 && (!this.isBounded || size < Math.max(1, burst, (size + room) >> 1));
  }
}

/** One network's running and waiting calls, by client. */
export class NetworkShare {
  readonly running = new Holding();
  readonly waiting = new Holding();
  /** Clients with a waiting call, in the order of their turns. */
  readonly waitingClients = new Set<ClientCalls>();
  readonly #clients = new Map<string, ClientCalls>();
  #cleanUpAt = minClientsToCleanUp;
  readonly onRelease: (calls: ClientCalls) => void;

  constructor(onRelease: (calls: ClientCalls) => void) {
    this.onRelease = onRelease;
  }

  /** The calls of a client, by its address; undefined for calls without one. */
  callsOf(address: string | undefined): ClientCalls {
    const client = address === undefined ? "" : clientOf(address);
    let calls = this.#clients.get(client);
    if (calls === undefined) {
      if (this.#clients.size >= this.#cleanUpAt) this.#removeIdle();
      calls = new ClientCalls(this, address !== undefined);
      this.#clients.set(client, calls);
    }
    return calls;
  }

  /** The client whose turn it is among those that may start a call now. */
  nextClient(places: Places): ClientCalls | undefined {
    const room = places.room(this.running);
    // A client that may not start one has a running call, so at most as many are passed over as calls can run.
    if (room > 0) for (const calls of this.waitingClients) if (calls.mayRun(room)) return calls;
    return undefined;
  }

  #removeIdle(): void {
    for (const [client, { running, waiting }] of this.#clients)
      if (running === 0 && waiting.size === 0) this.#clients.delete(client);
    this.#cleanUpAt = Math.max(minClientsToCleanUp, this.#clients.size * 2);
  }
}

/** A call that waits for its turn, until its deadline at most. */
export class WaitingCall extends CallWait {
  readonly #onLeave: (waiting: WaitingCall) => void;
  readonly #onStart: () => void;
  readonly #onFault: (fault: RpcError) => void;

  /** `onLeave` is called when it stops waiting, then `onStart` or `onFault`. */
  constructor(
    deadlines: Deadlines,
    call: UpstreamCall,
    onLeave: (waiting: WaitingCall) => void,
    onStart: () => void,
    onFault: (fault: RpcError) => void,
  ) {
    super(deadlines, call);
    this.#onLeave = onLeave;
    this.#onStart = onStart;
    this.#onFault = onFault;
  }

  wait(): void {
    this.begin(this.call.deadline);
  }

  start(): void {
    if (!this.end()) return;
    this.#onLeave(this);
    this.#onStart();
  }

  protected override onTimeOver(): void {
    this.onLeft(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call's time ran out before its turn came.",
        { retryAfterSeconds: 1 },
      ),
    );
  }

  protected override onLeft(fault: RpcError): void {
    this.#onLeave(this);
    this.#onFault(fault);
  }
}
