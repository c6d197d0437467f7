import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";
import type { PastCall } from "../call/call-history.ts";
import { paramsByName } from "../call/call-values.ts";
import { readAnswer } from "../call/read-answer.ts";
import { methodLink } from "../location.ts";
import { answerView } from "./answer-view.ts";

/** The calls that were made, each with its answer and a link that fills the form in again. */
export function historyPage(app: App): HTMLElement {
  const { history } = app;
  const list = element(
    "ol",
    { class: "history" },
    history.calls.map((call) => pastCall(app, call)),
  );
  const none = element("p", { class: "soft", hidden: history.calls.length > 0 }, "No calls yet.");
  const clear = element(
    "button",
    {
      type: "button",
      hidden: history.calls.length === 0,
      onclick: () => {
        history.clear();
        list.replaceChildren();
        clear.hidden = true;
        none.hidden = false;
      },
    },
    "Clear history",
  );
  return element(
    "article",
    {},
    element("h1", { tabindex: -1 }, "History"),
    element(
      "p",
      { class: "lead" },
      "The calls of this page, the newest first. They are gone when it is closed.",
    ),
    clear,
    none,
    list,
  );
}

function pastCall({ contract }: App, call: PastCall): HTMLElement {
  const { at, method, values, network, answer } = call;
  const error = readAnswer(answer.text)?.error;
  const details = element(
    "details",
    {},
    element(
      "summary",
      {},
      element("span", { class: `dot ${error === undefined ? "good" : "bad"}` }),
      element("span", { class: "mono name" }, method.name),
      element(
        "span",
        { class: "soft small" },
        [
          at.toISOString().slice(11, 19),
          network === "" ? "default network" : network,
          error === undefined ? `HTTP ${answer.status}` : `error ${error.code}`,
          `${Math.round(answer.milliseconds)} ms`,
        ].join(" · "),
      ),
    ),
    element("p", { class: "mono small soft params" }, paramsByName(method, values)),
    element(
      "p",
      { class: "small" },
      element("a", { href: methodLink(method, values, network) }, "Open in the form"),
    ),
  );
  let isShown = false;
  details.addEventListener("toggle", () => {
    if (isShown) return;
    isShown = true;
    details.append(
      answerView(answer, {
        name: method.name,
        isAll: network === "all",
        errorName: (code) => contract.errors.find((each) => String(each.code) === code)?.name,
        showParam: () => undefined,
      }),
    );
  });
  return element("li", { class: "card past-call" }, details);
}
