import type { AgreementRule } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import type { Agreement } from "../call/upstream-call.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { matchesMethod, type Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";

/** Most upstreams that one read is sent to. */
export const maxAsked = 16;

/** Decides which reads need several upstreams to agree, from configuration or the caller's `x-agree` header. */
export class AgreementRules {
  readonly #byMethod = new Map<string, Agreement>();

  constructor(rules: readonly AgreementRule[]) {
    if (rules.length === 0) return;
    for (const method of Object.values(methods)) {
      const rule = isRead(method) && rules.find((entry) => matchesMethod(entry.methods, method.name));
      if (rule) this.#byMethod.set(method.name, { asked: rule.ask, agree: rule.agree });
    }
  }

  /** The agreement that a call needs. A caller may raise the configured one, not lower it. Throws for a call that is not a read. */
  agreementFor(method: MethodDescription | undefined, requested: number | undefined): Agreement | undefined {
    if (requested === undefined && this.#byMethod.size === 0) return undefined;
    const rule = method === undefined ? undefined : this.#byMethod.get(method.name);
    if (requested === undefined) return rule;
    if (method === undefined || !isRead(method)) {
      throw RpcError.of(
        "invalidParams",
        `Invalid params: x-agree: ${requested} is for methods of openrpc.json that only read; leave it out for this call.`,
      );
    }
    const agree = Math.max(requested, rule?.agree ?? 0);
    return { agree, asked: Math.max(Math.min(agree + 1, maxAsked), rule?.asked ?? 0) };
  }
}

/** The agreement that a call needs on one network. Too few upstreams exempt it from configured rules, but fail a caller's request. */
export function agreementOn(
  network: Network,
  agreement: Agreement | undefined,
  requested: number | undefined,
): Agreement | undefined {
  if (agreement === undefined) return undefined;
  const { length } = network.httpAddresses;
  if (agreement.agree <= length) return agreement;
  if (requested === undefined) return undefined;
  // Exempt from the rule that raised the number, so only the request counts.
  if (requested <= length) return { ...agreement, agree: requested };
  const advice = length < 2 ? "leave it out" : `ask for at most ${length}`;
  throw RpcError.of(
    "invalidParams",
    `Invalid params: x-agree: ${requested} needs ${requested} upstreams, and network ${network.id} has ${length}: ${advice}, or add upstreams.`,
  );
}

/** How many upstreams a call is sent to on these networks. Each costs the caller the call's points. */
export function countAskedUpstreams(
  networks: readonly Network[],
  agreement: Agreement | undefined,
  requested?: number,
): number {
  if (agreement === undefined) return networks.length;
  const { asked, agree } = agreement;
  return networks.reduce(
    (sum, { httpAddresses: { length } }) =>
      sum + (length < (requested ?? agree) ? 1 : Math.min(asked, length)),
    0,
  );
}

/** Faults in rules that the schema can't find: `agree` above `ask`, and methods that do more than read. */
export function agreementFaults(rules: readonly AgreementRule[]): ConfigFault[] {
  const isListedRead = (pattern: string) =>
    Object.values(methods).some((method) => isRead(method) && matchesMethod([pattern], method.name));
  return rules.flatMap(({ methods: patterns = [], ask, agree }, index) => [
    ...(agree > ask
      ? [{ at: `agreement[${index}].agree`, message: `must be at most ask (${ask}), got ${agree}` }]
      : []),
    ...patterns
      .filter((pattern) => !isListedRead(pattern))
      .map((pattern) => ({
        at: `agreement[${index}].methods`,
        message: `must name methods of openrpc.json that only read, got ${JSON.stringify(pattern)}`,
      })),
  ]);
}

function isRead({ kind, effect }: MethodDescription): boolean {
  return kind === "ledger" && effect === "read";
}
