import { element } from "../../shared/element.ts";
import { highlightJson } from "./highlight-json.ts";

/** Longer texts are not folded: an element for each block would make the page slow. */
const foldedCharacters = 150_000;

/** Laid-out JSON whose objects and lists fold. The text itself is kept to the last character. */
export function foldJson(text: string): Node {
  if (text.length > foldedCharacters) return highlightJson(text);
  const whole = document.createDocumentFragment();
  const open: ParentNode[] = [whole];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const ended = index === lines.length - 1 ? line : `${line}\n`;
    if (/^\s*[}\]]/.test(line) && open.length > 1) open.pop();
    const place = open.at(-1) ?? whole;
    // The outermost one is the answer itself.
    if (/[{[]$/.test(line) && index > 0) {
      const block = element(
        "details",
        { class: "fold", open: true },
        element("summary", {}, highlightJson(ended)),
      );
      place.append(block);
      open.push(block);
    } else place.append(highlightJson(ended));
  }
  return whole;
}
