import type { Example, Method } from "../../../codegen/contract/contract.ts";
import { stringifyLossless } from "../../../src/json/lossless.ts";
import type { CallValues } from "./call-values.ts";

/** The parameters of an example, in the method's order. */
export function exampleValues(method: Method, example: Example): CallValues {
  const values = new Map<string, string>();
  for (const { name } of method.params) {
    const value = example.params.get(name);
    if (value !== undefined) values.set(name, stringifyLossless(value));
  }
  return values;
}
