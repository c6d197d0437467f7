import type { SubscriptionRule } from "../../contract/method-description.ts";
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

type Synthesis = NonNullable<SubscriptionRule["synthesis"]>;

/** How each kind of subscription is judged, recovered and polled. Lists of a program's accounts are heavy: seldom. */
const kinds: Readonly<Record<Synthesis, SubjectKind>> = {
  account: {
    create: (params) => new AccountSubject(params),
    pollTicks: 1,
    recovers: true,
    settles: false,
  },
  program: {
    create: (params, accounts) => new ProgramSubject(params, accounts),
    beginsLate: true,
    pollTicks: 5,
    recovers: true,
    settles: false,
  },
  logs: { create: (params) => new LogsSubject(params), pollTicks: 1, recovers: true, settles: false },
  signature: {
    create: (params) => new SignatureSubject(params),
    pollTicks: 1,
    recovers: true,
    settles: true,
  },
  slot: { create: () => new SlotSubject(), pollTicks: 1, recovers: false, settles: false },
  root: { create: () => new RootSubject(), pollTicks: 1, recovers: false, settles: false },
  slotsUpdates: {
    create: () => new SlotsUpdatesSubject(),
    pollTicks: 1,
    recovers: false,
    settles: false,
  },
  block: { create: (params) => new BlockSubject(params), pollTicks: 1, recovers: true, settles: false },
};

const unfetchable: SubjectKind = {
  create: () => new UnfetchableSubject(),
  pollTicks: 1,
  recovers: false,
  settles: false,
};

/** The kind of a subscription. */
export function subjectKindOf(rule: SubscriptionRule): SubjectKind {
  return rule.synthesis === undefined ? unfetchable : kinds[rule.synthesis];
}
