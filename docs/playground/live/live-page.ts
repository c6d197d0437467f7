import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";
import { liveCards } from "./live-cards.ts";

/** Every running subscription on one page, and those that need no parameters at a press. */
export function livePage(app: App): HTMLElement {
  const methods = app.contract.methods.filter(({ kind }) => kind === "subscribe");
  const [simple, others] = [
    methods.filter(({ params }) => !params.some(({ required }) => required)),
    methods.filter(({ params }) => params.some(({ required }) => required)),
  ];
  return element(
    "article",
    { class: "live" },
    element("h1", { tabindex: -1 }, "Live"),
    element(
      "p",
      { class: "lead" },
      "Subscriptions over WebSocket. They go on while you look at other pages, until you end them or close this one.",
    ),
    element(
      "div",
      { class: "starters" },
      simple.map((method) =>
        element(
          "button",
          {
            type: "button",
            onclick: () => {
              const { gateway, network } = app.settings.current;
              app.live.subscribe({ gateway, network, method, values: new Map() });
            },
          },
          element("span", { class: "mono" }, method.name),
        ),
      ),
    ),
    element(
      "p",
      { class: "soft" },
      "With parameters: ",
      others.map((method, index) => [
        index === 0 ? "" : ", ",
        element("a", { class: "mono", href: `#/${method.name}` }, method.name),
      ]),
      ".",
    ),
    liveCards(app),
  );
}
