/** The kind of a JSON value by the character that it begins with, in those of a method's `resultKinds`. */
export function jsonKind(first: string): string {
  if (first === "-" || (first >= "0" && first <= "9")) return "0";
  return first === "f" ? "t" : first;
}
