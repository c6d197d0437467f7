import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import type { Behind } from "../../ledger-time/upstream-pace.ts";

/** The commitment of a subscription; the ledger's default if the client gave none or an unknown one. */
export function commitmentOf(params: BoundParams): Commitment {
  const asked = params.text("commitment");
  return commitments.find((commitment) => commitment === asked) ?? "finalized";
}

/** The commitment for reading a subscription's blocks, at least confirmed: nodes allow no lower one. */
export function blockCommitmentOf(params: BoundParams): Behind {
  return commitmentOf(params) === "finalized" ? "finalized" : "confirmed";
}

/** JSON text of a config object: the text of the `fixed` members, then the named parameters as the client wrote them. */
export function configOf(params: BoundParams, fixed: string, names: readonly string[]): string {
  let text = fixed;
  for (const name of names) {
    const raw = params.raw(name);
    if (raw !== undefined) text += `,"${name}":${raw}`;
  }
  return `{${text}}`;
}
