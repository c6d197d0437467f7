/** Control characters, line separators and marks that change the direction of text. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The same, except the white space that JSON allows between tokens. */
const controlsInJson = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Makes untrusted text safe to print to a terminal, on one line: control characters become escapes such as `\u001b`. */
export function printableText(text: string): string {
  return text.replace(/\r?\n/g, " ").replace(controls, escapeCharacter);
}

/** Makes JSON text safe to print to a terminal: escapes control characters, which does not change its value. */
export function printableJson(text: string): string {
  return text.replace(controlsInJson, escapeCharacter);
}

/** Escapes everything but printable ASCII in JSON text, so that no character can be mistaken for another. Does not change its value. */
export function visibleAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
