import type { Contract, Param } from "../../../codegen/contract/contract.ts";
import { expectedText } from "../../../codegen/contract/expected-text.ts";
import { readJson, UnreadableJson } from "../../../codegen/contract/json-value.ts";
import { checkValue } from "../contract/check-schema.ts";

/** What is wrong with a parameter, and where inside its value. */
export interface ParamFault {
  readonly path: readonly string[];
  readonly message: string;
}

/** Checks the value of a parameter, given as text. */
export function faultsOf(
  contract: Pick<Contract, "schemas">,
  param: Param,
  value: string | undefined,
): readonly ParamFault[] {
  const { name, schema, required } = param;
  if (value === undefined) {
    const message = `${name} is required: ${expectedText(contract, schema)}`;
    return required ? [{ path: [], message }] : [];
  }
  const unreadable = jsonFault(value);
  if (unreadable !== undefined) return [{ path: [], message: `${name} ${unreadable}` }];
  return checkValue(contract, schema, readJson(value)).map((fault) => {
    const path = stepsOf(fault.path);
    return { path, message: `${name}${shownPath(path)} ${fault.message}` };
  });
}

/** Why a text is not JSON; undefined if it is. */
export function jsonFault(value: string): string | undefined {
  try {
    readJson(value);
    return undefined;
  } catch (caught) {
    if (caught instanceof UnreadableJson) return caught.message;
    throw caught;
  }
}

function stepsOf(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** `0, memcmp, offset` → `[0].memcmp.offset`. */
function shownPath(path: readonly string[]): string {
  return path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("");
}
