import type { RandomFaults } from "../../test/faults/random-faults.ts";
import type { ModelLedger } from "../ledger/model-ledger.ts";
import type { RequestSource } from "../traffic/request-mix.ts";

/** What the clients work with. */
export interface Scene {
  readonly url: string;
  readonly wsUrl: string;
  readonly ledger: ModelLedger;
  readonly source: RequestSource;
  readonly random: () => number;
  readonly slotMs: number;
  readonly faults: RandomFaults;
}

/** What the clients saw. */
export class Seen {
  calls = 0;
  /** Calls that failed and have one attempt: an upstream that fails is all that it takes. */
  failedAtOnce = 0;
  /** Other calls that failed while no upstream was up from their start to their end. */
  failedInTheDark = 0;
  /** Sockets that were opened, and those that the gateway closed. */
  sockets = 0;
  closedSockets = 0;
  notifications = 0;
  readonly wrong: string[] = [];
  /** Calls that took longer than they had. */
  readonly late: string[] = [];
  /** Calls that failed although an upstream was up all the time. */
  readonly failed: string[] = [];
}
