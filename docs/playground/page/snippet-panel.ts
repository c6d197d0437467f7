import { element } from "../../shared/element.ts";
import type { SnippetCall } from "../snippets/snippet.ts";
import { snippets } from "../snippets/snippets.ts";
import { copyButton } from "./copy-button.ts";
import { tabs } from "./tabs.ts";

/** The tab that was looked at last: a reader who works with one client stays with it. */
let chosenTab = "curl";

/** The call, written for every client that has it. `update` writes it again. */
export function snippetPanel(): { readonly element: HTMLElement; update(call: SnippetCall): void } {
  const place = element("div", {});
  const whole = element(
    "section",
    { class: "card snippets", "aria-labelledby": "snippets-title" },
    element("h2", { class: "card-title", id: "snippets-title" }, "The same call"),
    place,
  );
  let shown = "";

  function update(call: SnippetCall): void {
    const written = snippets.flatMap(({ id, label, write }) => {
      const code = write(call);
      return code === undefined ? [] : [{ id, label, code }];
    });
    const state = JSON.stringify(written);
    if (state === shown) return;
    shown = state;
    place.replaceChildren(
      tabs(
        "snippet",
        "Client",
        written.map(({ id, label, code }) => ({
          id,
          label,
          panel: () => {
            const fragment = document.createDocumentFragment();
            fragment.append(
              copyButton(() => code, `Copy the call for ${label}`),
              element(
                "pre",
                { class: "code wrap", tabindex: 0, "aria-label": `The call for ${label}` },
                element("code", {}, code),
              ),
            );
            return fragment;
          },
        })),
        chosenTab,
        (id) => {
          chosenTab = id;
        },
      ),
    );
  }

  return { element: whole, update };
}
