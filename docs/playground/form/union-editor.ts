import { element } from "../../shared/element.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

/** One form that the value may have. */
export interface UnionBranch {
  readonly label: string;
  readonly accepts: (value: string) => boolean;
  readonly make: (context: EditorContext) => ValueEditor;
}

/** A value of one of several forms: a choice of the form, and the editor of the chosen one. */
export function unionEditor(branches: readonly UnionBranch[], context: EditorContext): ValueEditor {
  const editors = branches.map((branch, index) =>
    branch.make({
      ...context,
      id: index === 0 ? `${context.id}-value` : `${context.id}-value-${index}`,
      label: `${context.label ?? "value"}: ${branch.label}`,
    }),
  );
  let chosen = 0;
  const place = element("div", { class: "branch" });
  const select = element(
    "select",
    {
      id: context.id,
      "aria-label": context.label === undefined ? undefined : `${context.label}: form of the value`,
      "aria-describedby": context.describedBy,
      onchange: () => {
        choose(Number(select.value));
        context.onInput();
      },
    },
    branches.map(({ label }, index) => element("option", { value: index }, label)),
  );

  function choose(index: number): void {
    chosen = index;
    select.value = String(index);
    place.replaceChildren(editors[index]?.element ?? "");
  }

  choose(0);
  return {
    element: element("div", { class: "union" }, select, place),
    read: (isNeeded) => editors[chosen]?.read(isNeeded),
    write: (value) => {
      const fit = value === undefined ? chosen : branches.findIndex((branch) => branch.accepts(value));
      choose(Math.max(fit, 0));
      for (const [index, editor] of editors.entries()) editor.write(index === chosen ? value : undefined);
    },
    focus: () => select.focus(),
    controlAt: (path) => editors[chosen]?.controlAt(path) ?? select,
  };
}
