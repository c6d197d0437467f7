import { cutObject } from "./cut.ts";
import { quote } from "./join.ts";

/** The object with one member's value replaced; undefined when it lacks the member, or has whitespace between tokens. */
export function replaceMember(object: string, key: string, value: string): string | undefined {
  const members = cutObject(object);
  if (!members.some(([name]) => name === key)) return undefined;
  let text = "";
  let compactLength = 1;
  for (const [name, raw] of members) {
    const start = `${text === "" ? "{" : ","}${quote(name)}:`;
    text += start + (name === key ? value : raw);
    compactLength += start.length + raw.length;
  }
  return compactLength === object.length ? `${text}}` : undefined;
}
