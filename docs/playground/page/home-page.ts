import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";

/** The first page: what this is, and every method by category. */
export function homePage({ contract }: App): HTMLElement {
  const count = contract.categories.reduce((sum, category) => sum + category.methods.length, 0);
  return element(
    "article",
    { class: "home" },
    element("h1", { tabindex: -1 }, "Every method, ready to run"),
    element(
      "p",
      { class: "lead" },
      `${count} methods of SVM ledgers behind one gateway. Choose one, fill in its form, and run it on one network or on all of them.`,
    ),
    element(
      "p",
      { class: "soft" },
      "Press ",
      element("kbd", {}, "/"),
      " to search. Every form has an address of its own, so a call can be kept or shared. ",
      element("a", { href: "#/live" }, "Live"),
      " shows notifications as they arrive.",
    ),
    contract.categories.map((category) => {
      const id = `category-${category.name.replaceAll(" ", "-")}`;
      return element(
        "section",
        { class: "category", "aria-labelledby": id },
        element("h2", { id }, category.name),
        element("p", { class: "soft" }, category.description),
        element(
          "ul",
          { class: "method-list" },
          category.methods.map((method) =>
            element(
              "li",
              {},
              element(
                "a",
                { class: method.deprecated ? "mono old" : "mono", href: `#/${method.name}` },
                method.name,
              ),
              element("span", { class: "soft" }, method.summary),
            ),
          ),
        ),
      );
    }),
  );
}
