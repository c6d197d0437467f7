import type { Method, Param } from "./contract.ts";

/** The description of a tool: its own text, else that of the method with its rules for combinations of parameters. */
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

/** The description of an argument. */
export function argumentText({ toolText, summary }: Pick<Param, "toolText" | "summary">): string {
  return toolText ?? summary;
}
