import type { Method, Param } from "./contract.ts";

/** Longest description of a tool; whole sentences that fit. */
const longestDescription = 240;

/** Longest text about an argument. */
const longestSummary = 70;

/** What a model reads about a tool: the first sentences of the method's description. */
export function shortDescription(method: Method): string {
  const sentences = method.description.split(/(?<=[.!?])\s+(?=[A-Z`"])/);
  let text = sentences.shift() ?? method.summary;
  for (const sentence of sentences) {
    if (text.length + 1 + sentence.length > longestDescription) break;
    text = `${text} ${sentence}`;
  }
  const { exactlyOneOf, atLeastOneOf } = method;
  if (exactlyOneOf !== undefined) text += ` Give exactly one of ${exactlyOneOf.join(" and ")}.`;
  if (atLeastOneOf !== undefined) text += ` Give at least one of ${atLeastOneOf.join(", ")}.`;
  return method.deprecated ? `Deprecated. ${text}` : text;
}

/** What a model reads about an argument: the start of its summary, as many whole clauses as stay short. */
export function shortSummary(param: Pick<Param, "summary">): string {
  const clauses = clausesOf(param.summary);
  let text = clauses.shift() ?? "";
  for (const clause of clauses) {
    if (text.length + clause.length > longestSummary) break;
    text += clause;
  }
  return text;
}

/** Clauses with what separates them; a comma inside brackets or quotes separates nothing. */
function clausesOf(summary: string): string[] {
  const clauses: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (const [index, character] of [...summary].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    if (depth === 0 && !isQuoted && /^(?:[;,:]| \()/.test(summary.slice(index, index + 2)) && index > start) {
      clauses.push(summary.slice(start, index));
      start = index;
    }
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
  }
  return [...clauses, summary.slice(start)];
}
