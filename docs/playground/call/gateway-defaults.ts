import type { Method, Param } from "../../../codegen/contract/contract.ts";
import { allowedDefault } from "../../../src/contract/refusals.ts";
import { stringifyLossless } from "../../../src/json/lossless.ts";
import type { CallValues } from "./call-values.ts";

/** The values with what the gateway adds to a call: clients of the ledger dialect must say it themselves. */
export function withGatewayDefaults(method: Method, values: CallValues): CallValues {
  const all = new Map(values);
  for (const param of method.params) {
    const added = values.has(param.name) ? undefined : defaultOf(method, param, values);
    if (added !== undefined) all.set(param.name, added);
  }
  return all;
}

function defaultOf({ refuses }: Method, param: Param, values: CallValues): string | undefined {
  if (param.default !== undefined) {
    return allowedDefault(param.name, stringifyLossless(param.default), refuses, (name) => values.get(name));
  }
  const text = param.defaultFrom === undefined ? undefined : values.get(param.defaultFrom);
  if (text === undefined) return undefined;
  return /^"[1-9A-HJ-NP-Za-km-z]*"$/.test(text) ? '"base58"' : '"base64"';
}

/** What holds for a field that is left out, as text; undefined if the document does not say. */
export function assumedText(method: Method, field: string): string | undefined {
  if (field === method.commitment?.field) return '"finalized"';
  const assumed = method.typedBy?.[field];
  return assumed === undefined || assumed === null ? undefined : stringifyLossless(assumed);
}
