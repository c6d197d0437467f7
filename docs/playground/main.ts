import { element } from "../shared/element.ts";
import { themeSwitch } from "../shared/theme-switch.ts";
import type { App } from "./app.ts";
import { CallHistory } from "./call/call-history.ts";
import { readSiteContract } from "./contract/site-contract.ts";
import { networkListId } from "./form/create-editor.ts";
import { livePage } from "./live/live-page.ts";
import { LiveStore } from "./live/live-store.ts";
import { readPlace } from "./location.ts";
import { connectionBar } from "./page/connection-bar.ts";
import { historyPage } from "./page/history-page.ts";
import { homePage } from "./page/home-page.ts";
import { methodPage } from "./page/method-page.ts";
import { navigation } from "./page/navigation.ts";
import { type Settings, SettingsStore } from "./settings.ts";

const titles: Readonly<Record<string, string>> = { live: "Live", history: "History" };

/** Builds the page around the document, and shows what the address asks for. */
async function start(): Promise<void> {
  const response = await fetch("openrpc.json");
  if (!response.ok) throw new Error(`openrpc.json: HTTP ${response.status}`);
  const contract = readSiteContract(await response.text());
  const settings = new SettingsStore();
  const main = element("main", { id: "main", tabindex: -1 });
  const status = element("p", { class: "hidden-text", role: "status", "aria-live": "polite" });
  const leaving: (() => void)[] = [];
  let pageSettings: ((settings: Settings) => void)[] = [];
  settings.onChange((current) => {
    for (const listener of pageSettings) listener(current);
  });
  const app: App = {
    contract,
    settings,
    live: new LiveStore(),
    history: new CallHistory(),
    onSettings: (listener) => pageSettings.push(listener),
    onLeave: (listener) => leaving.push(listener),
    announce: (text) => {
      status.textContent = text;
    },
    focusTitle: () => {
      main.querySelector("h1")?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    },
  };

  const statusLink = element("a", {}, "Status");
  const showStatusLink = ({ gateway }: Settings): void => {
    statusLink.href = `${gateway}/status`;
  };
  settings.onChange(showStatusLink);
  showStatusLink(settings.current);

  const menu = element(
    "button",
    {
      type: "button",
      class: "menu",
      "aria-expanded": "false",
      "aria-controls": "methods",
      onclick: () => openMenu(!isMenuOpen()),
    },
    "Methods",
  );
  const nav = navigation(contract, () => openMenu(false));
  nav.element.id = "methods";

  function isMenuOpen(): boolean {
    return document.body.classList.contains("menu-open");
  }

  function openMenu(open: boolean): void {
    document.body.classList.toggle("menu-open", open);
    menu.setAttribute("aria-expanded", String(open));
  }

  function show(isFirst: boolean): void {
    for (const leave of leaving.splice(0)) leave();
    pageSettings = [];
    const { page, query } = readPlace(location.hash);
    const network = query.get("network");
    if (network !== null) settings.chooseNetwork(network);
    const method = contract.methodsByName.get(page);
    const shownMethod =
      method?.kind === "unsubscribe" ? contract.methodsByName.get(method.subscription?.pair ?? "") : method;
    nav.show(shownMethod?.name ?? page);
    if (shownMethod !== undefined) main.replaceChildren(methodPage(app, shownMethod, query));
    else if (page === "live") main.replaceChildren(livePage(app));
    else if (page === "history") main.replaceChildren(historyPage(app));
    else if (page === "") main.replaceChildren(homePage(app));
    else main.replaceChildren(unknownPage(page));
    document.title = `${shownMethod?.name ?? titles[page] ?? "Methods"} · svm-gateway`;
    if (!isFirst) app.focusTitle();
  }

  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      openMenu(true);
      nav.focusSearch();
    } else if (event.key === "Escape" && isMenuOpen()) {
      openMenu(false);
      menu.focus();
    }
  });
  window.addEventListener("hashchange", () => {
    openMenu(false);
    show(false);
  });

  document.body.append(
    element(
      "a",
      {
        class: "skip",
        href: "#main",
        // The part after # names pages here, so the browser must not follow the link itself.
        onclick: (event) => {
          event.preventDefault();
          main.focus();
        },
      },
      "Skip to the content",
    ),
    element(
      "header",
      { class: "bar" },
      element(
        "div",
        { class: "bar-main" },
        element("a", { class: "brand", href: "#/" }, "svm-gateway"),
        menu,
        element(
          "nav",
          { class: "places", "aria-label": "Pages" },
          element("a", { href: "#/live" }, "Live"),
          element("a", { href: "#/history" }, "History"),
          statusLink,
        ),
        themeSwitch(),
      ),
      connectionBar(settings),
    ),
    element("div", { class: "frame" }, nav.element, main),
    networkList(settings),
    status,
  );
  show(true);
  await settings.refresh();
}

/** The gateway's networks, which fields for the id of one offer. */
function networkList(settings: SettingsStore): HTMLElement {
  const list = element("datalist", { id: networkListId });
  settings.onChange(({ networks = [] }) => {
    list.replaceChildren(
      ...networks.map(({ id, name, enabled }) =>
        element("option", { value: id }, enabled ? name : `${name}, not enabled`),
      ),
    );
  });
  return list;
}

function unknownPage(page: string): HTMLElement {
  return element(
    "article",
    {},
    element("h1", { tabindex: -1 }, "No such method"),
    element(
      "p",
      { class: "lead" },
      `The document lists no ${page}. Search with /, or go back to `,
      element("a", { href: "#/" }, "all methods"),
      ".",
    ),
  );
}

start().catch((caught: unknown) => {
  const reason = caught instanceof Error ? caught.message : String(caught);
  document.body.append(element("p", { class: "failed" }, `The page could not start: ${reason}`));
});
