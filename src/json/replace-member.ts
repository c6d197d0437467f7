import { cutObject } from "./cut.ts";

/** An object with another value for one of its members; undefined where it has no such member, or spaces between them. */
export function replaceMember(object: string, key: string, value: string): string | undefined {
  const members = cutObject(object);
  if (!members.some(([name]) => name === key)) return undefined;
  let text = "";
  let compactLength = 1;
  for (const [name, raw] of members) {
    const start = `${text === "" ? "{" : ","}${JSON.stringify(name)}:`;
    text += start + (name === key ? value : raw);
    compactLength += start.length + raw.length;
  }
  return compactLength === object.length ? `${text}}` : undefined;
}
