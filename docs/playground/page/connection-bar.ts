import { useKey } from "../../shared/caller-key.ts";
import { element } from "../../shared/element.ts";
import type { Settings, SettingsStore } from "../settings.ts";

/** Which gateway is called, and which of its networks. */
export function connectionBar(store: SettingsStore): HTMLElement {
  const dot = element("span", { class: "dot" });
  const shown = element("span", { class: "mono address" });
  const address = element("input", {
    type: "url",
    id: "gateway-address",
    class: "mono",
    required: true,
    spellcheck: "false",
    autocomplete: "off",
  });
  const key = element("input", {
    type: "password",
    id: "gateway-key",
    class: "mono",
    spellcheck: "false",
    autocomplete: "off",
  });
  const state = element("p", { class: "small", role: "status" });
  const networks = element("select", {
    id: "network",
    "aria-label": "Network",
    onchange: () => store.chooseNetwork(networks.value),
  });
  const summary = element("summary", {}, dot, shown);
  const details = element(
    "details",
    {
      class: "gateway",
      onkeydown: (event) => {
        if ((event as KeyboardEvent).key !== "Escape" || !details.open) return;
        details.open = false;
        summary.focus();
      },
    },
    summary,
    element(
      "form",
      {
        class: "card popover",
        onsubmit: (event) => {
          event.preventDefault();
          useKey(key.value);
          void store.chooseGateway(address.value);
        },
      },
      element("label", { for: "gateway-address" }, "Address of the gateway"),
      element("div", { class: "row" }, address, element("button", { type: "submit", class: "main" }, "Use")),
      element(
        "label",
        { for: "gateway-key" },
        "Key, if the gateway asks for one; it is kept until you leave the page",
      ),
      key,
      state,
    ),
  );
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !details.contains(target)) details.open = false;
  });

  function show(settings: Settings): void {
    shown.textContent = settings.gateway.replace(/^https?:\/\//, "");
    summary.setAttribute("aria-label", `Gateway address ${shown.textContent}`);
    if (document.activeElement !== address) address.value = settings.gateway;
    const { fault } = settings;
    dot.className = `dot ${fault !== undefined ? "bad" : settings.networks === undefined ? "" : "good"}`;
    state.textContent =
      fault ??
      (settings.networks === undefined
        ? "Asking for its networks …"
        : `Answers, with ${settings.networks.length} networks.`);
    state.className = fault === undefined ? "small soft" : "small fault";
    fillNetworks(networks, settings);
  }

  store.onChange(show);
  show(store.current);
  return element("div", { class: "connection" }, details, networks);
}

function fillNetworks(select: HTMLSelectElement, { networks = [], network, defaultNetwork }: Settings): void {
  const option = (value: string, label: string) => element("option", { value }, label);
  const enabled = networks.filter((each) => each.enabled);
  const others = networks.filter((each) => !each.enabled);
  const isUnknown = network !== "" && network !== "all" && !networks.some(({ id }) => id === network);
  select.replaceChildren(
    option("", defaultNetwork === undefined ? "Default network" : `Default (${defaultNetwork})`),
    option("all", "All enabled networks"),
    ...enabled.map(({ id }) => option(id, id)),
    ...(isUnknown ? [option(network, network)] : []),
  );
  if (others.length > 0) {
    select.append(
      element(
        "optgroup",
        { label: "Not enabled" },
        others.map(({ id }) => option(id, id)),
      ),
    );
  }
  select.value = network;
}
