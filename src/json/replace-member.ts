import { cutObject } from "./cut-text.ts";
import { quote, writeMembers } from "./join.ts";

const maxMembers = 1000;

/**
 * Replaces one member's value; undefined if the object lacks the member or is not compact. Throws a JsonError if it has over a
 * thousand members.
 */
export function replaceMember(object: string, key: string, value: string): string | undefined {
  const members = cutObject(object, maxMembers);
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

/** Renames members of a raw object, keeping their values as written; undefined if it has none of the names. */
export function renameMembers(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const members = cutObject(text);
  if (!members.some(([key]) => names.has(key))) return undefined;
  return writeMembers(members.map(([key, raw]) => [names.get(key) ?? key, raw]));
}
