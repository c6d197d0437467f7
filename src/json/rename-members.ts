import { cutObject } from "./cut.ts";
import { quote } from "./join.ts";

/** A raw object with members under other names, values as they were; undefined when it has none of them. */
export function renameMembers(text: string, names: ReadonlyMap<string, string>): string | undefined {
  const members = cutObject(text);
  if (!members.some(([key]) => names.has(key))) return undefined;
  return `{${members.map(([key, raw]) => `${quote(names.get(key) ?? key)}:${raw}`).join(",")}}`;
}
