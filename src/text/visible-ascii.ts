/** All but printable ASCII: line breaks, controls, marks that turn text around, and characters that look like ASCII ones. */
const misleading = /[^\x20-\x7e]/g;

/** JSON text in which every character is what it looks like: the others become `\u202e`, which leaves the value the same. */
export function visibleAscii(json: string): string {
  return json.replace(misleading, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
