/** Characters that control a terminal or change the direction of text: controls, DEL, bidirectional marks. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The same without the whitespace between the tokens of JSON. */
const controlsInJson = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text from elsewhere as one line that is safe to print to a terminal: control characters become `\u001b`. */
export function printableText(text: string): string {
  return text.replace(/\r?\n/g, " ").replace(controls, escapeCharacter);
}

/** JSON text that is safe to print to a terminal: the same value with control characters escaped. */
export function printableJson(text: string): string {
  return text.replace(controlsInJson, escapeCharacter);
}

/** JSON text in printable ASCII, in which every character is what it looks like: the others become `\u202e`, which leaves the value the same. */
export function visibleAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
