import type { BoundParams } from "../../gateway/bound-params.ts";

const levels: readonly string[] = ["processed", "confirmed", "finalized"];

/** The commitment that a subscription asks for; the ledger's default where it names none, or one that nodes ignore. */
export function commitmentOf(params: BoundParams): string {
  const asked = params.text("commitment") ?? "finalized";
  return levels.includes(asked) ? asked : "finalized";
}

/** The lowest commitment at which blocks can be asked for. */
export function blockCommitmentOf(params: BoundParams): string {
  const commitment = commitmentOf(params);
  return commitment === "processed" ? "confirmed" : commitment;
}

/** JSON text of a config object with the given parameters of a subscription, as written; `fixed` members come first. */
export function configOf(params: BoundParams, fixed: string, names: readonly string[]): string {
  let text = fixed;
  for (const name of names) {
    const raw = params.raw(name);
    if (raw !== undefined) text += `,"${name}":${raw}`;
  }
  return `{${text}}`;
}
