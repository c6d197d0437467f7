import type { Method, Param } from "./contract.ts";

/** What a model reads about a tool: its own text, else the method's whole description with what must be given together. */
export function toolDescription({
  tool,
  description,
  exactlyOneOf,
  atLeastOneOf,
  deprecated,
}: Method): string {
  let text = tool?.description ?? description;
  if (tool?.description === undefined) {
    if (exactlyOneOf !== undefined) text += ` Give exactly one of ${exactlyOneOf.join(" and ")}.`;
    if (atLeastOneOf !== undefined) text += ` Give at least one of ${atLeastOneOf.join(", ")}.`;
  }
  return deprecated ? `Deprecated. ${text}` : text;
}

/** What a model reads about an argument. */
export function argumentText({ toolText, summary }: Pick<Param, "toolText" | "summary">): string {
  return toolText ?? summary;
}
