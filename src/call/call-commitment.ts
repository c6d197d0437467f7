import type { Commitment, CommitmentRule, MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { JsonError } from "../json/scan/json-error.ts";

/** Commitments by their JSON text. */
export const commitmentByText: ReadonlyMap<string, Commitment> = new Map([
  ['"processed"', "processed"],
  ['"confirmed"', "confirmed"],
  ['"finalized"', "finalized"],
]);

/** Raw text of the ledger's config object in the parameters of a request; undefined when there is none. */
export function readConfigText(params: string, { config }: MethodDescription): string | undefined {
  if (config === undefined || params === "") return undefined;
  const item = cutArray(params)[config.index];
  return item?.startsWith("{") ? item : undefined;
}

/** Matches parameters that may ask for a commitment without the plain name of its field: with escapes, or in a list. */
const mayHideCommitment = /\\|"processed"|"confirmed"/;

/** The commitment of longer parameters is not remembered. */
const maxRememberedLength = 16_000;
/** The last result: several steps of a call ask for the same commitment. */
let lastRead:
  | {
      readonly method: MethodDescription;
      readonly params: string;
      readonly commitment: Commitment | undefined;
    }
  | undefined;

/**
 * The commitment that an answer will have. Undefined for a method that takes none or may ignore it, and for parameters that the document
 * does not know.
 */
export function callCommitment(
  method: MethodDescription | undefined,
  params: string,
): Commitment | undefined {
  const rule = method?.commitment;
  // Where the node's own commitment is the default, only newer nodes read what the client asked for.
  if (method === undefined || rule === undefined || rule.default === "node") return undefined;
  if (lastRead?.method === method && lastRead.params === params) return lastRead.commitment;
  const commitment = readCommitment(method, rule, params);
  lastRead = params.length > maxRememberedLength ? undefined : { method, params, commitment };
  return commitment;
}

/** The commitment that an answer is counted at: a method that takes none answers from processed state. */
export function answerCommitment(method: MethodDescription | undefined, params: string): Commitment {
  return callCommitment(method, params) ?? "processed";
}

function readCommitment(
  method: MethodDescription,
  rule: CommitmentRule,
  params: string,
): Commitment | undefined {
  if (!params.includes(rule.field) && !mayHideCommitment.test(params)) return "finalized";
  try {
    const config = cutArray(params)[method.config?.index ?? -1];
    // Nodes also accept a list of the config's values, in their own order.
    if (config?.startsWith("[")) return undefined;
    const members = config?.startsWith("{") ? cutObject(config) : [];
    const asked = members.findLast(([key]) => key === rule.field)?.[1];
    return asked === undefined || asked === "null" ? "finalized" : commitmentByText.get(asked);
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}
