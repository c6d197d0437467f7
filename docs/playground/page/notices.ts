import type { Method } from "../../../codegen/contract/contract.ts";
import { element } from "../../shared/element.ts";
import { unservedText } from "../call/unserved-text.ts";
import type { Settings } from "../settings.ts";

/** What running a method does, for those that change something. */
const effects: Readonly<Record<string, string>> = {
  send: "Running this sends a transaction to the network. It cannot be undone.",
  mint: "Running this gives test tokens to an address.",
  manage: "Running this changes the gateway's networks for everyone who uses it.",
};

/** Effects that are confirmed before a call is made. */
const confirmed: ReadonlySet<string> = new Set(["send", "manage"]);

/** What a call must be confirmed for; undefined for one that changes nothing of worth. */
export function confirmation(method: Method): string | undefined {
  return confirmed.has(method.effect) ? effects[method.effect] : undefined;
}

/** Says what running the method does. */
export function effectNotice({ effect }: Method): HTMLElement | undefined {
  const text = effects[effect];
  return text === undefined ? undefined : element("p", { class: "caution" }, text);
}

/** Says, before a call is made, that the chosen network does not serve the method. `show` brings it up to date. */
export function servedNotice(method: Method): {
  readonly element: HTMLElement;
  show(settings: Settings): void;
} {
  const text = element("p", { class: "caution", role: "status", hidden: true });
  return {
    element: text,
    show: (settings) => {
      const why = unservedText(method, settings);
      text.hidden = why === undefined;
      text.textContent = why ?? "";
    },
  };
}
