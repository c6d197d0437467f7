import type { Contract, Param } from "../../../codegen/contract.ts";
import { expectedText } from "../../../codegen/expected-text.ts";
import { generationText } from "../../../codegen/generation-text.ts";
import { readJson, UnreadableJson } from "../../../codegen/json-value.ts";
import { providerNames } from "../../../src/contract/provider-table.ts";
import { indentJson } from "../../../src/json/indent.ts";
import { element } from "../../shared/element.ts";
import { checkValue } from "../contract/check-schema.ts";
import { schemaLabel } from "../contract/schema-label.ts";
import { schemaView } from "../page/schema-view.ts";
import { createEditor, isStructured } from "./create-editor.ts";
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
  showFault(message: string): void;
  focus(): void;
}

/** What a parameter is, and which upstreams know it where not all do. */
function aboutText(param: Param): string {
  const { summary, providers } = param;
  const served = providers === undefined ? undefined : `Upstreams of ${providerNames(providers)}.`;
  const notes = [generationText(param), served].filter((note) => note !== undefined);
  return notes.length === 0 ? summary : `${summary}. ${notes.join(" ")}`;
}

/** Makes the field of a parameter. `hint` is a right value, shown where nothing is typed. */
export function paramField(
  contract: Pick<Contract, "schemas">,
  param: Param,
  hint: string | undefined,
  onInput: () => void,
): ParamField {
  const id = `param-${param.name}`;
  const faultText = element("p", { class: "fault", id: `${id}-fault`, hidden: true });
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

  /** Between the fields and the text of a structured value. Text that is no JSON stays where it can be mended. */
  function toggleJson(): void {
    const value = editor.read();
    if (isJson && value !== undefined && parseFault(value) !== undefined) {
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
    const value = editor.read();
    const faults = faultsOf(contract, param, value);
    show(faults);
    return faults.length === 0;
  }

  function show(faults: readonly string[]): void {
    faultText.hidden = faults.length === 0;
    faultText.replaceChildren(...faults.map((fault) => element("span", {}, fault)));
    const control = place.querySelector("input, select, textarea");
    if (faults.length === 0) control?.removeAttribute("aria-invalid");
    else control?.setAttribute("aria-invalid", "true");
  }

  place.addEventListener("change", check);
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
    showFault: (message) => show([message]),
    focus: () => editor.focus(),
  };
}

function faultsOf(
  contract: Pick<Contract, "schemas">,
  param: Param,
  value: string | undefined,
): readonly string[] {
  if (value === undefined) {
    return param.required ? [`${param.name} is required: ${expectedText(contract, param.schema)}`] : [];
  }
  const unreadable = parseFault(value);
  if (unreadable !== undefined) return [`${param.name} ${unreadable}`];
  return checkValue(contract, param.schema, readJson(value)).map(
    ({ path, message }) => `${param.name}${shownPath(path)} ${message}`,
  );
}

/** `/0/memcmp/offset` → `[0].memcmp.offset`. */
function shownPath(path: string): string {
  return path
    .split("/")
    .slice(1)
    .map((step) =>
      /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll("~1", "/").replaceAll("~0", "~")}`,
    )
    .join("");
}

function parseFault(value: string): string | undefined {
  try {
    readJson(value);
    return undefined;
  } catch (caught) {
    if (caught instanceof UnreadableJson) return caught.message;
    throw caught;
  }
}
