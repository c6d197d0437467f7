import type { JsonObject } from "../../../codegen/contract/json-value.ts";
import { element } from "../../shared/element.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

/** From this length on a text gets a field of several lines. */
const longText = 200;

/** A choice among words (or true and false), with "not given" first. */
export function choiceEditor(words: readonly string[], context: EditorContext): ValueEditor {
  const select = element(
    "select",
    { ...controlAttributes(context), onchange: context.onInput },
    element("option", { value: "" }, "not given"),
    words.map((word) => element("option", { value: word }, shownWord(word))),
  );
  return {
    element: select,
    read: () => (select.value === "" ? undefined : select.value),
    write: (value) => {
      select.value = value ?? "";
    },
    focus: () => select.focus(),
    controlAt: () => select,
  };
}

/** A text. */
export function textEditor(schema: JsonObject, context: EditorContext): ValueEditor {
  const { maxLength } = schema;
  const isLong = typeof maxLength === "number" && maxLength > longText;
  const input = isLong
    ? element("textarea", { ...controlAttributes(context), ...typing, rows: 3 })
    : element("input", { ...controlAttributes(context), ...typing, type: "text", list: context.list });
  input.addEventListener("input", context.onInput);
  return {
    element: input,
    read: () => {
      const typed = input.value.trim();
      return typed === "" ? undefined : JSON.stringify(typed);
    },
    write: (value) => {
      input.value = value === undefined ? "" : textOf(value);
    },
    focus: () => input.focus(),
    controlAt: () => input,
  };
}

/** A number; its digits stay as they are typed. */
export function numberEditor(context: EditorContext): ValueEditor {
  const input = element("input", {
    ...controlAttributes(context),
    ...typing,
    type: "text",
    inputmode: "numeric",
    class: "mono number",
  });
  input.addEventListener("input", context.onInput);
  return {
    element: input,
    read: () => {
      const typed = input.value.trim();
      if (typed === "") return undefined;
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(typed) ? typed : JSON.stringify(typed);
    },
    write: (value) => {
      input.value = value === undefined ? "" : textOf(value);
    },
    focus: () => input.focus(),
    controlAt: () => input,
  };
}

/** Any value, as JSON. */
export function jsonEditor(context: EditorContext): ValueEditor {
  const input = element("textarea", { ...controlAttributes(context), ...typing, rows: 4 });
  input.addEventListener("input", context.onInput);
  return {
    element: input,
    read: () => input.value.trim() || undefined,
    write: (value) => {
      input.value = value ?? "";
    },
    focus: () => input.focus(),
    controlAt: () => input,
  };
}

const typing = { spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "mono" } as const;

function controlAttributes({ id, label, describedBy, hint }: EditorContext) {
  return { id, "aria-label": label, "aria-describedby": describedBy, placeholder: hint };
}

function textOf(value: string): string {
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

function shownWord(word: string): string {
  return word.startsWith('"') ? (JSON.parse(word) as string) : word;
}
