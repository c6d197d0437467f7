import type { SharedLimits } from "../auth/caller-limits.ts";
import type { WorkerLink } from "./worker-link.ts";

/** Builds the counts that all workers share: the first process decides. */
export function createWorkerLimits(link: Pick<WorkerLink, "askLimit" | "endUse">): SharedLimits {
  return {
    keepsCredits: false,
    async spend(spending) {
      const answer = await link.askLimit({ what: "spend", ...spending });
      if (typeof answer !== "object") return undefined;
      if ("limit" in answer) return answer;
      return { totals: new Map(answer.totals), rates: answer.rates.map((rate) => rate ?? undefined) };
    },
    async begin(caller, use) {
      const answer = await link.askLimit({ what: "begin", use, ...caller });
      return typeof answer === "boolean" ? answer : undefined;
    },
    end: (caller, use) => link.endUse(caller, use),
    close: () => undefined,
  };
}
