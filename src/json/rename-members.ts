import { cutObject } from "./cut.ts";
import { quote } from "./join.ts";

/** A raw object with members renamed, their values as written; undefined when it has none of the names. */
export function renameMembers(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const members = cutObject(text);
  if (!members.some(([key]) => names.has(key))) return undefined;
  return `{${members.map(([key, raw]) => `${quote(names.get(key) ?? key)}:${raw}`).join(",")}}`;
}
