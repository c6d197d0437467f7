import type { SubscriptionRule } from "../../contract/method-description.ts";
import { member } from "../../json/cut-members.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import { AccountSubject } from "./account-subject.ts";
import { BlockSubject } from "./block-subject.ts";
import { LogsSubject } from "./logs-subject.ts";
import { ProgramSubject } from "./program-subject.ts";
import { RootSubject } from "./root-subject.ts";
import { SignatureSubject } from "./signature-subject.ts";
import { SlotSubject } from "./slot-subject.ts";
import { SlotsUpdatesSubject } from "./slots-updates-subject.ts";
import type { SubjectKind } from "./subject.ts";
import { UnfetchableSubject } from "./unfetchable-subject.ts";

type PolledKind = NonNullable<SubscriptionRule["polledAs"]>;

/** How each kind of subscription is judged, recovered and polled. Lists of a program's accounts are heavy, so they are polled less often. */
const kinds: Readonly<Record<PolledKind, SubjectKind>> = {
  account: {
    create: (params) => new AccountSubject(params),
    pollTicks: 1,
    recovers: true,
    isLookedUp: false,
  },
  program: {
    create: (params, accounts) => new ProgramSubject(params, accounts),
    beginsLate: true,
    pollTicks: 5,
    recovers: true,
    isLookedUp: false,
  },
  logs: { create: (params) => new LogsSubject(params), pollTicks: 1, recovers: true, isLookedUp: false },
  signature: {
    create: (params) => new SignatureSubject(params),
    pollTicks: 1,
    recovers: true,
    isLookedUp: true,
  },
  slot: {
    create: () => new SlotSubject(),
    // A slot is reported when it begins: until it is complete, upstreams answer from its parent.
    shows: { slotOf: (payload) => wholeNumber(member(payload, "parent")), at: "processed" },
    pollTicks: 1,
    recovers: false,
    isLookedUp: false,
  },
  root: {
    create: () => new RootSubject(),
    // The root of one upstream is finalized only once most validators have it.
    shows: { slotOf: wholeNumber, at: "confirmed" },
    pollTicks: 1,
    recovers: false,
    isLookedUp: false,
  },
  slotsUpdates: {
    create: () => new SlotsUpdatesSubject(),
    pollTicks: 1,
    recovers: false,
    isLookedUp: false,
  },
  block: { create: (params) => new BlockSubject(params), pollTicks: 1, recovers: true, isLookedUp: false },
};

const unfetchable: SubjectKind = {
  create: () => new UnfetchableSubject(),
  pollTicks: 1,
  recovers: false,
  isLookedUp: false,
};

/** The kind of a subscription. */
export function subjectKindOf(rule: SubscriptionRule): SubjectKind {
  return rule.polledAs === undefined ? unfetchable : kinds[rule.polledAs];
}
