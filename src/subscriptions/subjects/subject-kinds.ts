import type { Commitment, SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-raw.ts";
import { RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { AccountSubject } from "./account-subject.ts";
import { BlockSubject } from "./block-subject.ts";
import { LogsSubject } from "./logs-subject.ts";
import { ProgramSubject } from "./program-subject.ts";
import { SignatureSubject } from "./signature-subject.ts";
import { type Budget, type Decision, RecentPayloads, type Subject } from "./subject.ts";

/** How subscriptions of one kind are created, read and polled. */
export interface SubjectKind {
  readonly create: (params: BoundParams, accounts: Budget) => Subject;
  /** The first read is large, so it is delayed until the subscription has lasted a while. */
  readonly recordsStateLate?: true;
  /** The slot in payloads without a context, and the commitment that it has reached. */
  readonly slotInPayload?: {
    readonly slotOf: (payload: RawJson) => number | undefined;
    readonly commitment: Commitment;
  };
  /** Poll intervals from one poll to the next; 1 by default, more for large results. */
  readonly pollTicks?: number;
  /** Missed notifications are fetched; other kinds continue with the next one. */
  readonly fetchesMissed?: true;
  /** Also looked up over HTTP while an upstream serves it, so that no client waits forever for an event that has passed. */
  readonly isLookedUp?: true;
}

const kinds: Readonly<Record<NonNullable<SubscriptionRule["polledAs"]>, SubjectKind>> = {
  account: { create: (params) => new AccountSubject(params), fetchesMissed: true },
  program: {
    create: (params, accounts) => new ProgramSubject(params, accounts),
    fetchesMissed: true,
    recordsStateLate: true,
    pollTicks: 5,
  },
  logs: { create: (params) => new LogsSubject(params), fetchesMissed: true },
  signature: { create: (params) => new SignatureSubject(params), fetchesMissed: true, isLookedUp: true },
  slot: {
    create: slotSubject,
    // Slots are reported when they begin; until a slot is complete, upstreams answer from its parent.
    slotInPayload: { slotOf: (payload) => wholeNumber(member(payload, "parent")), commitment: "processed" },
  },
  root: {
    create: rootSubject,
    // One upstream's root is finalized only once most validators have it.
    slotInPayload: { slotOf: wholeNumber, commitment: "confirmed" },
  },
  slotsUpdates: { create: () => new SlotsUpdatesSubject() },
  block: { create: (params) => new BlockSubject(params), fetchesMissed: true },
};

const neverPolled: SubjectKind = { create: () => new UnorderedSubject() };

/** The kind for a subscription's rule in the document. */
export function findSubjectKind(rule: SubscriptionRule): SubjectKind {
  return rule.polledAs === undefined ? neverPolled : kinds[rule.polledAs];
}

/** Most roots between polls that are all delivered; beyond that, only the newest is. */
const maxRootsBetween = 200;

/** Delivers only payloads with a higher number than before, such as slots or roots. */
class RisingSubject implements Subject {
  readonly #numberIn: (payload: RawJson) => number | undefined;
  readonly #read: (reader: LedgerReader, newest: number) => Promise<readonly string[]>;
  #newest = -1;

  constructor(
    numberIn: (payload: RawJson) => number | undefined,
    read: (reader: LedgerReader, newest: number) => Promise<readonly string[]>,
  ) {
    this.#numberIn = numberIn;
    this.#read = read;
  }

  decide(payload: RawJson): Decision {
    const number = this.#numberIn(payload);
    if (number === undefined || number <= this.#newest) return "drop";
    this.#newest = number;
    return "deliver";
  }

  async fetch(reader: LedgerReader): Promise<readonly RawJson[]> {
    const payloads = (await this.#read(reader, this.#newest)).map((text) => RawJson.fromText(text));
    return payloads.filter((payload) => this.decide(payload) === "deliver");
  }

  forgetLedger(): void {
    this.#newest = -1;
  }
}

/** Delivers slots as they begin. */
function slotSubject(): Subject {
  return new RisingSubject(
    (payload) => wholeNumber(member(payload, "slot")),
    async (reader) => {
      const [slot, root] = await Promise.all([reader.slot("processed"), reader.slot("finalized")]);
      return [`{"parent":${Math.max(slot - 1, 0)},"root":${Math.min(root, slot)},"slot":${slot}}`];
    },
  );
}

/** Delivers slots as they are rooted. */
export function rootSubject(): Subject {
  return new RisingSubject(wholeNumber, async (reader, newest) => {
    const root = await reader.slot("finalized");
    const missed = root - newest;
    // Several roots may pass between polls: the slots that have a block.
    const isRange = newest >= 0 && missed > 1 && missed <= maxRootsBetween;
    return (isRange ? await reader.blocks(newest + 1, root, "finalized") : [root]).map(String);
  });
}

/** Delivers each payload once, in any order, and fetches none: votes, for example, are sent before they are in a block. */
class UnorderedSubject implements Subject {
  readonly #recent = new RecentPayloads();

  decide(payload: RawJson): Decision {
    return this.#recent.add(payload) ? "deliver" : "drop";
  }

  async fetch(_reader: LedgerReader): Promise<readonly RawJson[]> {
    return [];
  }

  forgetLedger(): void {
    this.#recent.clear();
  }
}

/** Slot stages that polling can detect, by commitment. */
const polledStages = [
  ["processed", "createdBank"],
  ["confirmed", "optimisticConfirmation"],
  ["finalized", "root"],
] as const;

/** Delivers slot stages, which are not ordered by slot: a slot is rooted after later ones begin. */
class SlotsUpdatesSubject extends UnorderedSubject {
  readonly #newest = new Map<string, number>();

  override async fetch(reader: LedgerReader): Promise<readonly RawJson[]> {
    const slots = await Promise.all(polledStages.map(([commitment]) => reader.slot(commitment)));
    const timestamp = Date.now();
    return polledStages.flatMap(([, type], at) => {
      const slot = slots[at] ?? -1;
      if (slot <= (this.#newest.get(type) ?? -1)) return [];
      this.#newest.set(type, slot);
      const parent = type === "createdBank" ? `"parent":${Math.max(slot - 1, 0)},` : "";
      return RawJson.fromText(`{${parent}"slot":${slot},"timestamp":${timestamp},"type":"${type}"}`);
    });
  }

  override forgetLedger(): void {
    super.forgetLedger();
    this.#newest.clear();
  }
}
