import type { SubscriptionRule } from "../../contract/method-description.ts";
import { member } from "../../json/cut-members.ts";
import { wholeNumber } from "../../json/raw-json.ts";
import { AccountSubject } from "./account-subject.ts";
import { BlockSubject } from "./block-subject.ts";
import { LogsSubject } from "./logs-subject.ts";
import { ProgramSubject } from "./program-subject.ts";
import { SignatureSubject } from "./signature-subject.ts";
import { rootSubject, SlotsUpdatesSubject, slotSubject, UnorderedSubject } from "./stream-subjects.ts";
import type { SubjectKind } from "./subject.ts";

const kinds: Readonly<Record<NonNullable<SubscriptionRule["polledAs"]>, SubjectKind>> = {
  account: { create: (params) => new AccountSubject(params), recovers: true },
  program: {
    create: (params, accounts) => new ProgramSubject(params, accounts),
    recovers: true,
    beginsLate: true,
    pollTicks: 5,
  },
  logs: { create: (params) => new LogsSubject(params), recovers: true },
  signature: { create: (params) => new SignatureSubject(params), recovers: true, isLookedUp: true },
  slot: {
    create: slotSubject,
    // A slot is reported when it begins; upstreams answer from its parent until it is complete.
    shows: { slotOf: (payload) => wholeNumber(member(payload, "parent")), at: "processed" },
  },
  root: {
    create: rootSubject,
    // One upstream's root is finalized only once most validators have it.
    shows: { slotOf: wholeNumber, at: "confirmed" },
  },
  slotsUpdates: { create: () => new SlotsUpdatesSubject() },
  block: { create: (params) => new BlockSubject(params), recovers: true },
};

const neverPolled: SubjectKind = { create: () => new UnorderedSubject() };

/** The kind for a subscription method's rule in the document. */
export function subjectKindOf(rule: SubscriptionRule): SubjectKind {
  return rule.polledAs === undefined ? neverPolled : kinds[rule.polledAs];
}
