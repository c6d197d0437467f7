import type { Contract, Param } from "../../../codegen/contract/contract.ts";
import { nodeReleasesText } from "../../../codegen/contract/node-releases-text.ts";
import { indentJson } from "../../../src/json/indent.ts";
import { providerNames } from "../../../src/providers/provider-names.ts";
import { element } from "../../shared/element.ts";
import { schemaLabel } from "../contract/schema-label.ts";
import { schemaView } from "../page/schema-view.ts";
import { createEditor, isStructured } from "./create-editor.ts";
import { faultsOf, jsonFault, type ParamFault } from "./param-faults.ts";
import { jsonEditor } from "./scalar-editors.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

/** A parameter's part of the form: name, what it is, its editor and what is wrong with it. */
export interface ParamField {
  readonly param: Param;
  readonly element: HTMLElement;
  /** JSON text of the value; undefined when none is given. */
  read(): string | undefined;
  write(value: string | undefined): void;
  /** Checks and shows what is wrong; true when nothing is. */
  check(): boolean;
  /** Goes to what is wrong, else to the start. */
  focus(): void;
}

/** What a parameter is, and which upstreams know it if not all do. */
function aboutText(param: Param): string {
  const { summary, providers } = param;
  const served = providers === undefined ? undefined : `Upstreams of ${providerNames(providers)}.`;
  const notes = [nodeReleasesText(param), served].filter((note) => note !== undefined);
  return notes.length === 0 ? summary : `${summary}. ${notes.join(" ")}`;
}

/** Makes the field of a parameter. `hint` is a valid value, shown if nothing is typed. */
export function paramField(
  contract: Pick<Contract, "schemas">,
  param: Param,
  hint: string | undefined,
  onInput: () => void,
): ParamField {
  const id = `param-${param.name}`;
  const faultText = element("p", {
    class: "fault",
    id: `${id}-fault`,
    "aria-live": "polite",
    hidden: true,
  });
  const structured = isStructured(contract, param.schema);
  const context: EditorContext = {
    id,
    describedBy: `${id}-about ${id}-fault`,
    ...(structured && { label: param.name }),
    ...(hint !== undefined && !structured && { hint }),
    onInput: () => {
      if (!faultText.hidden) check();
      onInput();
    },
  };
  let editor: ValueEditor = createEditor(contract, param.schema, context);
  editor.write(undefined);
  const place = element("div", { class: "editor" }, editor.element);
  let isJson = false;
  const asJson = element(
    "button",
    { type: "button", class: "plain small", "aria-pressed": "false", onclick: () => toggleJson() },
    "Edit as JSON",
  );

  /** Switches between the fields and the text of a structured value. Text that is not JSON stays where it can be corrected. */
  function toggleJson(): void {
    const value = editor.read();
    if (isJson && value !== undefined && jsonFault(value) !== undefined) {
      check();
      return;
    }
    isJson = !isJson;
    asJson.setAttribute("aria-pressed", String(isJson));
    editor = isJson ? jsonEditor(context) : createEditor(contract, param.schema, context);
    editor.write(isJson && value !== undefined ? indentJson(value) : value);
    place.replaceChildren(editor.element);
  }

  function check(): boolean {
    const faults = faultsOf(contract, param, editor.read());
    show(faults);
    return faults.length === 0;
  }

  /** Shows the faults, and marks the controls that they are about. */
  function show(faults: readonly ParamFault[]): void {
    faultText.hidden = faults.length === 0;
    faultText.replaceChildren(...faults.map(({ message }) => element("span", {}, message)));
    for (const marked of wrongControls()) {
      marked.removeAttribute("aria-invalid");
      marked.removeAttribute("aria-errormessage");
    }
    for (const { path } of faults) {
      const control = editor.controlAt(path);
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-errormessage", faultText.id);
    }
  }

  function wrongControls(): HTMLElement[] {
    return [...place.querySelectorAll<HTMLElement>("[aria-invalid]")];
  }

  /** Shows faults, except those of empty controls: they may be filled in before the call is run. */
  function checkFilledIn(): void {
    const faults = faultsOf(contract, param, editor.read());
    show(faults.filter(({ path }) => !isEmptyControl(editor.controlAt(path))));
  }

  place.addEventListener("change", checkFilledIn);
  const about = element("p", { class: "soft small", id: `${id}-about` }, aboutText(param));
  const whole = element(
    "div",
    { class: "param" },
    element(
      "div",
      { class: "param-head" },
      element(
        "label",
        { for: id },
        element("span", { class: "mono name" }, param.name),
        param.required ? element("span", { class: "required" }, " required") : undefined,
      ),
      element("span", { class: "soft small mono" }, schemaLabel(contract, param.schema)),
      structured ? asJson : undefined,
    ),
    place,
    faultText,
    about,
    structured ? schemaView(contract, param.schema, "Schema") : undefined,
  );
  return {
    param,
    element: whole,
    read: () => editor.read(),
    write: (value) => {
      editor.write(value);
      show([]);
    },
    check,
    focus: () => {
      const [wrong] = wrongControls();
      if (wrong === undefined) editor.focus();
      else wrong.focus();
    },
  };
}

function isEmptyControl(control: HTMLElement): boolean {
  const isControl =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  return isControl && control.value === "";
}
