import { abortReason, type CallEndListener, listen, unlisten } from "../../call/call-end.ts";
import { cancelled } from "../../call/call-faults.ts";
import { Deadline, type Deadlines } from "../../call/deadlines.ts";
import type { Send, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Bounds of the limit. */
export interface ConcurrencyOptions {
  readonly maxConcurrent: number;
  readonly maxQueue: number;
  readonly deadlines: Deadlines;
}

/** How full the gateway is. */
export interface ConcurrencyGauge {
  readonly inFlight: number;
  readonly queued: number;
}

/** Lets so many calls out at once; so many more wait in order; the rest is refused at once. */
export class ConcurrencyLimit implements ConcurrencyGauge {
  readonly #options: ConcurrencyOptions;
  /** In order of arrival; a Set so that one in the middle can leave at once. */
  readonly #queue = new Set<Waiting>();
  #inFlight = 0;
  readonly #release = (): void => this.#next();

  constructor(options: ConcurrencyOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#queue.size;
  }

  readonly wrap: SendWrapper = (next) => (call) => {
    if (this.#inFlight < this.#options.maxConcurrent) return this.#send(next, call);
    if (this.#queue.size >= this.#options.maxQueue) return Promise.reject(this.#atCapacity());
    return new Promise((resolve, reject) => {
      const start = () => this.#send(next, call).then(resolve, reject);
      new Waiting(this.#options.deadlines, this.#queue, call, start, reject).wait();
    });
  };

  #send(next: Send, call: UpstreamCall): Promise<RawJson> {
    this.#inFlight += 1;
    let answer: Promise<RawJson>;
    try {
      answer = next(call);
    } catch (caught) {
      this.#next();
      throw caught;
    }
    answer.then(this.#release, this.#release);
    return answer;
  }

  #next(): void {
    this.#inFlight -= 1;
    const [first] = this.#queue;
    first?.start();
  }

  #atCapacity(): RpcError {
    const { maxConcurrent, maxQueue } = this.#options;
    return RpcError.of(
      "atCapacity",
      `The gateway is at capacity: ${maxConcurrent} upstream calls run and ${maxQueue} wait; try again shortly.`,
      { retryAfterSeconds: 1 },
    );
  }
}

/** A call that waits for its turn, not longer than it has time. */
class Waiting extends Deadline implements CallEndListener {
  readonly #deadlines: Deadlines;
  readonly #queue: Set<Waiting>;
  readonly #call: UpstreamCall;
  readonly #start: () => void;
  readonly #reject: (fault: RpcError) => void;

  constructor(
    deadlines: Deadlines,
    queue: Set<Waiting>,
    call: UpstreamCall,
    start: () => void,
    reject: (fault: RpcError) => void,
  ) {
    super();
    this.#deadlines = deadlines;
    this.#queue = queue;
    this.#call = call;
    this.#start = start;
    this.#reject = reject;
  }

  wait(): void {
    this.#queue.add(this);
    this.#deadlines.add(this, this.#call.deadline);
    listen(this.#call, this);
  }

  start(): void {
    this.#leave();
    this.#start();
  }

  override onDue(): void {
    this.#leave();
    this.#reject(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call's time ran out before its turn came.",
        {
          retryAfterSeconds: 1,
        },
      ),
    );
  }

  onCancel(reason: RpcError | undefined): void {
    this.#leave();
    this.#reject(reason ?? cancelled());
  }

  handleEvent(): void {
    this.onCancel(abortReason(this.#call));
  }

  #leave(): void {
    this.#queue.delete(this);
    this.#deadlines.remove(this);
    unlisten(this.#call, this);
  }
}
