import { type Commitment, configIndex, type MethodDescription } from "../contract/method-description.ts";
import { cutArray, cutMember } from "../json/cut-text.ts";
import { JsonError } from "../json/scan/json-error.ts";

/** Commitments by their JSON text. */
export const commitmentByText: ReadonlyMap<string, Commitment> = new Map([
  ['"processed"', "processed"],
  ['"confirmed"', "confirmed"],
  ['"finalized"', "finalized"],
]);

/** JSON text of the config object among a call's parameters; undefined if there is none. */
export function readConfigText(params: string, method: MethodDescription): string | undefined {
  const item = readConfigItem(params, method);
  return item?.startsWith("{") ? item : undefined;
}

function readConfigItem(params: string, { config }: MethodDescription): string | undefined {
  if (config === undefined || params === "") return undefined;
  const items = cutArray(params);
  return items[configIndex(items, config)];
}

/** Matches parameters that may set a commitment without spelling out its key: escaped, or as a list of config values. */
const mayHideCommitment = /\\|"processed"|"confirmed"/;

/** Longer parameters are not memoized. */
const maxMemoizedLength = 16_000;
/** Memo of the last read: several steps of a call need the same commitment. */
let lastRead:
  | {
      readonly method: MethodDescription;
      readonly params: string;
      readonly commitment: Commitment | undefined;
    }
  | undefined;

/** The commitment of a call's result. Undefined if the method takes none or may ignore it, or if the parameters are undocumented. */
export function callCommitment(
  method: MethodDescription | undefined,
  params: string,
): Commitment | undefined {
  const rule = method?.commitment;
  // If the default is the node's own commitment, only newer nodes honor the parameter.
  if (method === undefined || rule === undefined || rule.default === "node") return undefined;
  if (lastRead?.method === method && lastRead.params === params) return lastRead.commitment;
  const commitment = readCommitment(method, rule.field, params);
  lastRead = params.length > maxMemoizedLength ? undefined : { method, params, commitment };
  return commitment;
}

/** The commitment that a result counts as; processed if the method takes none. */
export function answerCommitment(method: MethodDescription | undefined, params: string): Commitment {
  return callCommitment(method, params) ?? "processed";
}

function readCommitment(method: MethodDescription, field: string, params: string): Commitment | undefined {
  if (!params.includes(field) && !mayHideCommitment.test(params)) return "finalized";
  try {
    const config = readConfigItem(params, method) ?? "";
    // Nodes also accept the config as a list of values, in an order of their own.
    if (config.startsWith("[")) return undefined;
    const text = cutMember(config, field);
    return text === undefined || text === "null" ? "finalized" : commitmentByText.get(text);
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}
