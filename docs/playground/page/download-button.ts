import { element } from "../../shared/element.ts";

/** A button that saves bytes as a file, none of them changed. */
export function downloadButton(bytes: BlobPart, name: string, label: string): HTMLElement {
  return element(
    "button",
    {
      type: "button",
      class: "plain small",
      "aria-label": label,
      onclick: () => {
        const address = URL.createObjectURL(new Blob([bytes], { type: "application/json" }));
        element("a", { href: address, download: name }).click();
        URL.revokeObjectURL(address);
      },
    },
    "Download",
  );
}
