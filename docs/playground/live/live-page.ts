import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";
import { liveCards } from "./live-cards.ts";

/** All running subscriptions on one page, and a button to start each that needs no parameters. */
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
      "Subscriptions over WebSocket. They keep running while you look at other pages, until you end them or close this page.",
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
