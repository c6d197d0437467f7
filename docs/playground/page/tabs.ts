import { element } from "../../shared/element.ts";

/** One tab: its panel is made when it is first shown. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: () => Node;
}

/** Tabs that arrow keys move between, as the ARIA authoring practices want them. */
export function tabs(
  name: string,
  label: string,
  list: readonly Tab[],
  selected: string,
  onSelect: (id: string) => void = () => undefined,
): HTMLElement {
  const panel = element("div", { role: "tabpanel", id: `${name}-panel`, class: "tab-panel", tabindex: 0 });
  const buttons = list.map((tab, index) =>
    element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `${name}-${tab.id}`,
        "aria-controls": `${name}-panel`,
        onclick: () => {
          select(index);
          onSelect(tab.id);
        },
        onkeydown: (event) => move(event as KeyboardEvent, index),
      },
      tab.label,
    ),
  );

  function select(index: number): void {
    for (const [other, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(other === index));
      button.tabIndex = other === index ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", `${name}-${list[index]?.id}`);
    panel.replaceChildren(list[index]?.panel() ?? "");
  }

  function move(event: KeyboardEvent, index: number): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (index + step + list.length) % list.length;
    select(next);
    onSelect(list[next]?.id ?? "");
    buttons[next]?.focus();
  }

  const first = list.findIndex(({ id }) => id === selected);
  select(Math.max(first, 0));
  return element(
    "div",
    { class: "tabs" },
    element("div", { role: "tablist", class: "tab-list", "aria-label": label }, buttons),
    panel,
  );
}
