import { element } from "../../shared/element.ts";

const feedbackMs = 1500;

/** A button that copies a text and confirms it. */
export function copyButton(text: () => string, label: string): HTMLElement {
  const word = element("span", { "aria-live": "polite" }, "Copy");
  return element(
    "button",
    {
      type: "button",
      class: "plain small",
      "aria-label": label,
      onclick: async () => {
        word.textContent = (await copyText(text())) ? "Copied" : "Not allowed";
        setTimeout(() => {
          word.textContent = "Copy";
        }, feedbackMs);
      },
    },
    word,
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser keeps the clipboard from pages without https: the text can still be selected.
    return false;
  }
}
