import type { AgreementRule } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import type { Agreement } from "../call/upstream-call.ts";
import type { ConfigFault } from "../config/config-fault.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { matchesMethod, type Network } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";

/** Most upstreams that one read may ask. */
export const maxAsked = 16;

/** Which reads several upstreams must answer alike: by configuration, or because the caller asks for it (`x-agree`). */
export class AgreementRules {
  readonly #byMethod = new Map<string, Agreement>();

  constructor(rules: readonly AgreementRule[]) {
    if (rules.length === 0) return;
    for (const method of Object.values(methods)) {
      const rule = isRead(method) && rules.find((entry) => matchesMethod(entry.methods, method.name));
      if (rule) this.#byMethod.set(method.name, { asked: rule.ask, agree: rule.agree });
    }
  }

  /**
   * The agreement a call needs; a caller may ask for more than the configuration says, not for less. Throws for a call that is not a read.
   */
  agreementFor(method: MethodDescription | undefined, wanted: number | undefined): Agreement | undefined {
    if (wanted === undefined && this.#byMethod.size === 0) return undefined;
    const rule = method === undefined ? undefined : this.#byMethod.get(method.name);
    if (wanted === undefined) return rule;
    if (method === undefined || !isRead(method)) {
      throw RpcError.of(
        "invalidParams",
        `Invalid params: x-agree: ${wanted} is for methods of openrpc.json that only read; leave it out for this call.`,
      );
    }
    const agree = Math.max(wanted, rule?.agree ?? 0);
    return { agree, asked: Math.max(Math.min(agree + 1, maxAsked), rule?.asked ?? 0) };
  }
}

/**
 * The agreement a call needs on one network. Configured rules skip networks with too few upstreams; for a caller's own wish that is an
 * error.
 */
export function agreementOn(
  network: Network,
  agreement: Agreement | undefined,
  wanted: number | undefined,
): Agreement | undefined {
  if (agreement === undefined) return undefined;
  const { length } = network.rpcUrls;
  if (agreement.agree <= length) return agreement;
  if (wanted === undefined) return undefined;
  throw RpcError.of(
    "invalidParams",
    `Invalid params: x-agree: ${wanted} asks for ${agreement.agree} upstreams that agree, and network ${network.id} has ${length}: ask for fewer, or add upstreams.`,
  );
}

/** How many upstreams a call is sent to on these networks: each costs the caller the call's points. */
export function countAskedUpstreams(networks: readonly Network[], agreement: Agreement | undefined): number {
  if (agreement === undefined) return networks.length;
  const { asked, agree } = agreement;
  return networks.reduce(
    (sum, { rpcUrls: { length } }) => sum + (length < agree ? 1 : Math.min(asked, length)),
    0,
  );
}

/** Faults in rules that the schema lets pass: more upstreams that agree than are asked, and methods that do more than read. */
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
