import { element } from "../../shared/element.ts";

/** Asks before something that cannot be taken back; true when the reader goes on. Escape and Cancel are no. */
export function confirmDialog(question: string, detail: string, go: string): Promise<boolean> {
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
        element("button", { type: "submit", value: "go", class: "main" }, go),
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
