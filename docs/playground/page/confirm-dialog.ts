import { element } from "../../shared/element.ts";

/** Asks before a call that changes something. Resolves with false on Cancel and Escape. */
export function confirmDialog(question: string, detail: string, runLabel: string): Promise<boolean> {
  const dialog = element(
    "dialog",
    { class: "card confirm", "aria-labelledby": "confirm-question" },
    element(
      "form",
      { method: "dialog" },
      element("p", { id: "confirm-question" }, question),
      element("p", { class: "mono small soft params" }, detail),
      element(
        "div",
        { class: "run" },
        element("button", { type: "submit", value: "go", class: "main" }, runLabel),
        element("button", { type: "submit", value: "", autofocus: true }, "Cancel"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "go");
    });
  });
}
