import { cutArray } from "../../../src/json/cut-text.ts";
import { element } from "../../shared/element.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

/** A list: a row for each item, with buttons to add and remove. Items of several controls start with no row. */
export function listEditor(
  makeItem: (context: EditorContext) => ValueEditor,
  startsWithRow: boolean,
  context: EditorContext,
): ValueEditor {
  const rows = element("div", { class: "rows" });
  const items = new Map<HTMLElement, ValueEditor>();
  let made = 0;
  const adder = element(
    "button",
    { type: "button", class: "small", onclick: () => addRow().focus() },
    "Add item",
  );
  const whole = element(
    "div",
    { class: "list", id: context.id, role: "group", tabindex: -1, "aria-label": context.label },
    rows,
    adder,
  );

  function addRow(value?: string): ValueEditor {
    made += 1;
    const item = makeItem({
      id: `${context.id}-${made}`,
      label: `${context.label ?? "item"}, item ${items.size + 1}`,
      onInput: context.onInput,
      ...(context.hint !== undefined && { hint: context.hint }),
      ...(context.describedBy !== undefined && { describedBy: context.describedBy }),
    });
    item.write(value);
    const row = element(
      "div",
      { class: "row" },
      item.element,
      element(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": `Remove ${context.label ?? "item"}`,
          onclick: () => {
            row.remove();
            items.delete(row);
            adder.focus();
            context.onInput();
          },
        },
        "×",
      ),
    );
    items.set(row, item);
    rows.append(row);
    return item;
  }

  return {
    element: whole,
    read: (isNeeded = false) => {
      if (items.size === 0) return isNeeded ? "[]" : undefined;
      // A row that the reader added is a value, filled in or not; the one that was there from the start is none until it is.
      const values = [...items.values()].map((item) => item.read(!startsWithRow));
      const isUntouched = startsWithRow && items.size === 1 && values[0] === undefined;
      return isUntouched ? undefined : `[${values.map((value) => value ?? '""').join(",")}]`;
    },
    write: (value) => {
      rows.replaceChildren();
      items.clear();
      if (value?.startsWith("[")) for (const item of cutArray(value)) addRow(item);
      if (items.size === 0 && startsWithRow) addRow();
    },
    focus: () => {
      const [first] = items.values();
      if (first === undefined) adder.focus();
      else first.focus();
    },
    controlAt: ([index, ...rest]) =>
      (index === undefined ? undefined : [...items.values()][Number(index)]?.controlAt(rest)) ?? whole,
  };
}
