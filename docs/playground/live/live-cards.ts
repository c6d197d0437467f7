import type { Method } from "../../../codegen/contract/contract.ts";
import { indentJson } from "../../../src/json/indent.ts";
import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";
import { readAnswer } from "../call/read-answer.ts";
import { highlightJson } from "../json/highlight-json.ts";
import type { LiveSubscription } from "./live-store.ts";

/** Notifications that a card shows. */
const shownNotifications = 12;

/** A card for each subscription (of one method, or of all), kept up to date while the page is shown. */
export function liveCards(app: App, method?: Method): HTMLElement {
  const { live } = app;
  const place = element("div", { class: "live-cards" });
  const cards = new Map<LiveSubscription, { element: HTMLElement; update: () => void }>();

  function show(changed?: LiveSubscription): void {
    const wanted = live.subscriptions.filter(
      ({ request }) => method === undefined || request.method === method,
    );
    for (const known of [...cards.keys()]) {
      if (wanted.includes(known)) continue;
      cards.get(known)?.element.remove();
      cards.delete(known);
    }
    for (const [index, subscription] of wanted.entries()) {
      if (cards.has(subscription)) continue;
      const card = liveCard(app, subscription);
      cards.set(subscription, card);
      place.insertBefore(card.element, place.children[index] ?? null);
    }
    if (changed !== undefined) cards.get(changed)?.update();
    empty.hidden = wanted.length > 0;
  }

  const empty = element(
    "p",
    { class: "soft empty" },
    "No subscription is running. Notifications will appear here, the newest first.",
  );
  const whole = element("div", {}, empty, place);
  app.onLeave(live.onChange(show));
  show();
  return whole;
}

function liveCard(app: App, subscription: LiveSubscription): { element: HTMLElement; update: () => void } {
  const { request } = subscription;
  const state = element("span", { class: "live-state small" });
  const dot = element("span", { class: "dot" });
  const note = element("p", { class: "fault", hidden: true });
  const notifications = element("ol", {
    class: "ticks",
    "aria-label": `Notifications of ${request.method.name}`,
  });
  const stop = element("button", { type: "button", class: "small", onclick: end }, "Unsubscribe");
  let announced = "";

  function end(): void {
    if (subscription.state === "live" || subscription.state === "starting") subscription.stop();
    else app.live.forget(subscription);
  }

  function update(): void {
    const { count } = subscription;
    const counted = `${count} ${count === 1 ? "notification" : "notifications"}`;
    state.textContent = `${subscription.state} · ${counted}`;
    dot.className = `dot ${subscription.state === "live" ? "good" : subscription.state === "refused" ? "bad" : ""}`;
    stop.textContent =
      subscription.state === "live" || subscription.state === "starting" ? "Unsubscribe" : "Remove";
    if (announced !== subscription.state) {
      announced = subscription.state;
      app.announce(`${request.method.name}: ${subscription.state}`);
    }
    note.hidden = subscription.note === "";
    note.textContent = subscription.state === "refused" ? refusal(subscription.note) : subscription.note;
    notifications.replaceChildren(
      ...subscription.notifications
        .slice(0, shownNotifications)
        .map(({ at, payload }) =>
          element(
            "li",
            {},
            element("time", { class: "soft small mono" }, at.toISOString().slice(11, 23)),
            element("pre", {}, element("code", {}, highlightJson(indentJson(payload)))),
          ),
        ),
    );
  }

  update();
  const whole = element(
    "section",
    { class: "card live-card", "aria-label": `Subscription ${request.method.name}` },
    element(
      "div",
      { class: "live-head" },
      dot,
      element("a", { class: "mono name", href: `#/${request.method.name}` }, request.method.name),
      element("span", { class: "soft small" }, request.network === "" ? "default network" : request.network),
      state,
      stop,
    ),
    subscription.params === ""
      ? undefined
      : element("p", { class: "mono small soft params" }, subscription.params),
    note,
    notifications,
  );
  return { element: whole, update };
}

function refusal(error: string): string {
  const read = readAnswer(`{"error":${error}}`)?.error;
  return read === undefined ? error : `${read.code}: ${read.message}`;
}
