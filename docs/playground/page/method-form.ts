import type { Contract, Method } from "../../../codegen/contract/contract.ts";
import { stringifyLossless } from "../../../src/json/lossless.ts";
import { element } from "../../shared/element.ts";
import type { CallValues } from "../call/call-values.ts";
import { type ParamField, paramField } from "../form/param-field.ts";

/** The form of a method. */
export interface MethodForm {
  readonly element: HTMLFormElement;
  readonly runButton: HTMLButtonElement;
  values(): CallValues;
  fill(values: CallValues): void;
  /** The field of a parameter, by name. */
  field(name: string): ParamField | undefined;
}

/** Makes the form; `onRun` is called with values that were checked. */
export function methodForm(
  contract: Pick<Contract, "schemas">,
  method: Method,
  label: string,
  onChange: () => void,
  onRun: (values: CallValues) => void,
): MethodForm {
  const fields = method.params.map((param) =>
    paramField(contract, param, hintFor(method, param.name), onChange),
  );
  const ruleFault = element("p", { class: "fault", role: "alert", hidden: true });
  const runButton = element("button", { type: "submit", class: "main" }, label);
  const form = element(
    "form",
    {
      class: "method-form",
      "aria-label": `Parameters of ${method.name}`,
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        const wrong = fields.filter((field) => !field.check());
        const fault = groupFault(method, values());
        ruleFault.hidden = fault === undefined;
        ruleFault.textContent = fault ?? "";
        if (wrong.length > 0) wrong[0]?.focus();
        else if (fault === undefined) onRun(values());
      },
    },
    method.params.length === 0
      ? element("p", { class: "soft" }, "No parameters.")
      : fields.map((field) => field.element),
    ruleFault,
    element(
      "div",
      { class: "run" },
      runButton,
      element(
        "span",
        { class: "soft small keys" },
        element("kbd", {}, "Ctrl"),
        " ",
        element("kbd", {}, "Enter"),
      ),
    ),
  );

  function values(): CallValues {
    const given = new Map<string, string>();
    for (const field of fields) {
      const value = field.read();
      if (value !== undefined) given.set(field.param.name, value);
    }
    return given;
  }

  return {
    element: form,
    runButton,
    values,
    fill(given) {
      for (const field of fields) field.write(given.get(field.param.name));
      ruleFault.hidden = true;
    },
    field: (name) => fields.find((field) => field.param.name === name),
  };
}

/** A valid value from the examples. */
function hintFor(method: Method, param: string): string | undefined {
  for (const example of method.examples) {
    const value = example.params.get(param);
    if (value !== undefined) return typeof value === "string" ? value : stringifyLossless(value);
  }
  return undefined;
}

function groupFault(method: Method, values: CallValues): string | undefined {
  const { exactlyOneOf, atLeastOneOf } = method;
  const given = (names: readonly string[]): number => names.filter((name) => values.has(name)).length;
  if (exactlyOneOf !== undefined && given(exactlyOneOf) !== 1)
    return `Give exactly one of ${exactlyOneOf.join(" and ")}.`;
  if (atLeastOneOf !== undefined && given(atLeastOneOf) === 0)
    return `Give at least one of ${atLeastOneOf.join(" and ")}.`;
  return undefined;
}
