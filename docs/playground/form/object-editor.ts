import { cutObject } from "../../../src/json/cut-text.ts";
import { element } from "../../shared/element.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

/** One member of the object. */
export interface ObjectMember {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly make: (context: EditorContext) => ValueEditor;
}

/** An object with known members: a field for each. */
export function objectEditor(members: readonly ObjectMember[], context: EditorContext): ValueEditor {
  const editors = members.map((member) => {
    const id = `${context.id}-${member.name}`;
    return { member, id, editor: member.make({ id, onInput: context.onInput }) };
  });
  const whole = element(
    "div",
    {
      class: "members",
      id: context.id,
      role: "group",
      tabindex: -1,
      "aria-label": context.label,
      "aria-describedby": context.describedBy,
    },
    editors.map(({ member, id, editor }) =>
      element(
        "div",
        { class: "member" },
        element("label", { for: id, class: "mono" }, member.name, member.required ? " *" : ""),
        editor.element,
        member.description === "" ? undefined : element("p", { class: "soft small" }, member.description),
      ),
    ),
  );
  return {
    element: whole,
    read: (isNeeded = false) => {
      if (!isNeeded && editors.every(({ editor }) => editor.read() === undefined)) return undefined;
      const given = editors.flatMap(({ member, editor }) => {
        const value = editor.read(member.required);
        return value === undefined ? [] : [`${JSON.stringify(member.name)}:${value}`];
      });
      return `{${given.join(",")}}`;
    },
    write: (value) => {
      const given = new Map(value?.startsWith("{") ? cutObject(value) : []);
      for (const { member, editor } of editors) editor.write(given.get(member.name));
    },
    focus: () => editors[0]?.editor.focus(),
    controlAt: ([name, ...rest]) => {
      const isNamed = ({ member, editor }: (typeof editors)[number]): boolean =>
        name === undefined ? member.required && editor.read() === undefined : member.name === name;
      return editors.find(isNamed)?.editor.controlAt(rest) ?? whole;
    },
  };
}
