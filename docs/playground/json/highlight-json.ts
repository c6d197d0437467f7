import { element } from "../../shared/element.ts";

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|[-+]?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Longer texts are shown plain: a mark for each token would make the page slow. */
const markedCharacters = 150_000;

/** JSON text with its tokens marked for colour. The text itself is kept to the last character. */
export function highlightJson(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (text.length > markedCharacters) {
    fragment.append(text);
    return fragment;
  }
  let shown = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    const raw = quoted ?? whole;
    fragment.append(text.slice(shown, match.index));
    const kind =
      colon !== undefined ? "key" : quoted !== undefined ? "text" : /^[a-z]/.test(raw) ? "word" : "number";
    fragment.append(element("span", { class: `json-${kind}` }, raw));
    shown = match.index + raw.length;
  }
  fragment.append(text.slice(shown));
  return fragment;
}
