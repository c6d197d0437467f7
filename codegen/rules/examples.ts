import { pointerSteps } from "../../src/contract/explain-faults.ts";
import type { Example, Method } from "../contract/contract.ts";
import { pathOf } from "../contract/contract-fault.ts";
import { forEachMethod, type MethodFault, type RuleInput } from "./rule.ts";

/** Every example is a valid call with a valid result, and every default is a valid value. */
export const examples = forEachMethod(function* (method, { compiled }) {
  for (const [index, example] of method.examples.entries()) {
    yield* paramFaults(method, example, `examples[${index}]`, compiled);
    if (example.result === undefined) {
      yield { path: `examples[${index}].result`, message: "is missing" };
      continue;
    }
    const path = `examples[${index}].result.value`;
    for (const fault of compiled.faultsOf(method.result, example.result)) {
      yield { path: pathOf([path, ...pointerSteps(fault.path)]), message: fault.message };
    }
  }
  for (const [index, param] of method.params.entries()) {
    if (param.default === undefined) continue;
    for (const fault of compiled.faultsOf(param.schema, param.default)) {
      const path = pathOf([`params[${index}].x-default`, ...pointerSteps(fault.path)]);
      yield { path, message: fault.message };
    }
  }
});

function* paramFaults(
  method: Method,
  example: Example,
  path: string,
  compiled: RuleInput["compiled"],
): Generator<MethodFault> {
  const names = new Set(method.params.map((param) => param.name));
  for (const name of example.params.keys()) {
    if (!names.has(name)) yield { path: `${path}.params`, message: `give ${name}, which is not a parameter` };
  }
  for (const param of method.params) {
    const value = example.params.get(param.name);
    if (value === undefined) {
      if (param.required) yield { path: `${path}.params`, message: `lack ${param.name}, which is required` };
      continue;
    }
    for (const fault of compiled.faultsOf(param.schema, value)) {
      const place = pathOf([`${path}.params.${param.name}`, ...pointerSteps(fault.path)]);
      yield { path: place, message: fault.message };
    }
  }
  const { exactlyOneOf = [], atLeastOneOf = [] } = method;
  const given = (names: readonly string[]) => names.filter((name) => example.params.has(name)).length;
  if (exactlyOneOf.length > 0 && given(exactlyOneOf) !== 1) {
    yield { path: `${path}.params`, message: `must give exactly one of ${exactlyOneOf.join(", ")}` };
  }
  if (atLeastOneOf.length > 0 && given(atLeastOneOf) === 0) {
    yield { path: `${path}.params`, message: `must give at least one of ${atLeastOneOf.join(", ")}` };
  }
}
