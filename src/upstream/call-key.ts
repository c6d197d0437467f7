import { canonical } from "../json/canonical.ts";
import { JsonError } from "../json/json-error.ts";
import type { UpstreamCall } from "./upstream-call.ts";

/** Forms that are kept. */
const maxForms = 2000;
/** Longer texts are rare enough to be brought into form each time. */
const maxFormLength = 400;

/**
 * Makes the key of a call: calls with one key ask the same of the same network. Parameters are in canonical form, case kept.
 * Config objects at their end are nearly always the same few: their forms are kept, since to make one costs more than all else.
 */
export function createCallKey(): (call: UpstreamCall) => string {
  const forms = new Map<string, string>();

  function formOf(tail: string): string {
    const known = forms.get(tail);
    if (known !== undefined) return known;
    // The tail stands in an array: with the opening bracket in front it is one.
    const form = canonical(`[${tail}`).slice(1);
    if (tail.length <= maxFormLength) {
      if (forms.size >= maxForms) forms.clear();
      forms.set(tail, form);
    }
    return form;
  }

  function paramsOf(params: string): string {
    const brace = params.indexOf("{");
    if (brace < 1 || !isPlainHead(params, brace)) return canonical(params);
    try {
      return params.slice(0, brace) + formOf(params.slice(brace));
    } catch (caught) {
      // The brace stood deeper than in the outermost array, or in a string.
      if (caught instanceof JsonError) return canonical(params);
      throw caught;
    }
  }

  return ({ network, upstreamMethod, params }) => `${network.id}\n${upstreamMethod}\n${paramsOf(params)}`;
}

/** An array's beginning without whitespace: it is in canonical form already. */
function isPlainHead(params: string, end: number): boolean {
  if (params.charCodeAt(0) !== 0x5b) return false;
  for (let index = 1; index < end; index += 1) {
    if (params.charCodeAt(index) <= 0x20) return false;
  }
  return true;
}
