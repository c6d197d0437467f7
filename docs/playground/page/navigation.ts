import type { Method } from "../../../codegen/contract/contract.ts";
import { element } from "../../shared/element.ts";
import { searchMethods } from "../contract/search-methods.ts";
import type { SiteContract } from "../contract/site-contract.ts";

/** The list of methods with its search. */
export interface Navigation {
  readonly element: HTMLElement;
  /** Marks the page that is shown. */
  show(page: string): void;
  focusSearch(): void;
}

/** Makes the navigation; `onFollow` is called when a link is followed. */
export function navigation(contract: SiteContract, onFollow: () => void): Navigation {
  const input = element("input", {
    type: "search",
    id: "search",
    placeholder: "Search methods",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Search methods",
    "aria-controls": "method-nav",
    "aria-keyshortcuts": "/",
    oninput: () => fill(),
    onkeydown: (event) => keyInSearch(event as KeyboardEvent),
  });
  const count = element("p", { class: "hidden-text", role: "status" });
  const list = element("div", {
    class: "nav-list",
    id: "method-nav",
    onkeydown: (event) => keyInList(event as KeyboardEvent),
    onclick: (event) => {
      if (event.target instanceof Element && event.target.closest("a") !== null) onFollow();
    },
  });
  let shownPage = "";

  function links(): HTMLAnchorElement[] {
    return [...list.querySelectorAll("a")];
  }

  function fill(): void {
    const query = input.value.trim();
    if (query === "") {
      count.textContent = "";
      list.replaceChildren(...contract.categories.map(({ name, methods }) => group(name, methods, false)));
    } else {
      const found = searchMethods(contract, query);
      count.textContent = `${found.length} methods found`;
      list.replaceChildren(
        found.length === 0
          ? element("p", { class: "soft small none" }, `No method matches “${query}”.`)
          : group("Found", found, true),
      );
    }
    show(shownPage);
  }

  function keyInSearch(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      links()[0]?.focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      links()[0]?.click();
    } else if (event.key === "Escape" && input.value !== "") {
      event.preventDefault();
      event.stopPropagation();
      input.value = "";
      fill();
    }
  }

  function keyInList(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = links();
    const next = all.findIndex((each) => each.matches(":focus")) + step;
    if (next < 0) input.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  }

  function show(page: string): void {
    shownPage = page;
    for (const link of links()) {
      if (link.hash === `#/${page}`) {
        link.setAttribute("aria-current", "page");
        keepInView(link);
      } else link.removeAttribute("aria-current");
    }
  }

  /** Scrolls the list alone; scrollIntoView would move the page too. */
  function keepInView(link: HTMLElement): void {
    const { top, bottom } = list.getBoundingClientRect();
    const place = link.getBoundingClientRect();
    if (place.top < top || place.bottom > bottom) list.scrollTop += place.top - (top + bottom) / 2;
  }

  fill();
  return {
    element: element(
      "nav",
      { class: "nav", "aria-label": "Methods" },
      element("div", { class: "search" }, input, element("kbd", { "aria-hidden": "true" }, "/")),
      count,
      list,
    ),
    show,
    focusSearch: () => {
      input.focus();
      input.select();
    },
  };
}

function group(name: string, methods: readonly Method[], withSummary: boolean): HTMLElement {
  return element(
    "div",
    { class: "nav-group" },
    element("h2", {}, name),
    element(
      "ul",
      {},
      methods.map((method) =>
        element(
          "li",
          {},
          element(
            "a",
            { href: `#/${method.name}`, class: method.deprecated ? "old" : undefined },
            element("span", { class: "mono" }, method.name),
            withSummary ? element("span", { class: "soft small" }, method.summary) : undefined,
          ),
        ),
      ),
    ),
  );
}
