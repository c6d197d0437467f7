import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Item } from "../known/item.ts";
import { FailurePauses } from "./failure-pauses.ts";
import type { Causes } from "./fault-causes.ts";

/** An item that is slow also by itself is not merged for this long. */
const slowItemMs = 60_000;

/** What one merger does not merge for a while: all reads, unasked items, one client's reads, or one item. */
export class MergePauses {
  readonly #ways = new FailurePauses();
  readonly #clients = new FailurePauses();
  readonly #items = new FailurePauses();

  /** Whether a client's read may be sent with others. */
  mayMerge({ clientAddress }: UpstreamCall, items: readonly Item[], now: number): boolean {
    return (
      this.#ways.isOver("merge", now) &&
      this.#clients.isOver(clientAddress ?? "", now) &&
      items.every((item) => this.mayAdd(item, now))
    );
  }

  /** Whether calls may be filled up with items that no read asked for. */
  mayFill(now: number): boolean {
    return this.#ways.isOver("fill", now);
  }

  /** Whether an item may be asked for together with others. */
  mayAdd({ key }: Item, now: number): boolean {
    return this.#items.isOver(key, now);
  }

  recordSuccess(): void {
    this.#ways.recordSuccess("merge");
  }

  recordCauses({ slowItems, longClients, refusedClients, suspect }: Causes, now: number): void {
    for (const { key } of slowItems) this.#items.begin(key, now, slowItemMs);
    this.recordClients(longClients, now);
    this.recordClients(refusedClients, now);
    if (suspect === "fill") this.#ways.begin("fill", now);
    else if (suspect === "merge") this.#ways.recordFailure("merge", now);
  }

  /** Counts a merged call that the reads of these clients, by address, delayed or made fail. */
  recordClients(clients: Causes["longClients"], now: number): void {
    for (const client of clients) this.#clients.recordFailure(client ?? "", now);
  }
}
