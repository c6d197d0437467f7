/** What an element may hold; undefined is left out. */
export type Child = Node | string | undefined | readonly Child[];

/** Attributes by name; `on...` are listeners, true stands without a value, false and undefined are left out. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | ((event: Event) => void) | undefined>
>;

/** Makes an element. Text is always set as text: nothing that came from outside is read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  append(made, children);
  return made;
}

/** Makes an element of a drawing. */
export function drawing(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(made, attributes);
  append(made, children);
  return made;
}

function setAttributes(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

function append(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child as Node | string);
  }
}
