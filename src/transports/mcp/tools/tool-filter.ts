import { tools } from "../../../../generated/tools.ts";
import { type ConfigFault, ConfigFaults } from "../../../config/config-fault.ts";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";
import { findMethod } from "../../../gateway/params/method-index.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";

/** The `--tools` word that lists only findMethods, describeMethod and callMethod, which give access to all tools. */
export const findWord = "find";

/**
 * Selects tools by category or method name, ignoring case and separators; without words, all of them. `readOnly` excludes tools that
 * change anything. Throws ConfigFaults for unknown words.
 */
export function filterTools(words: readonly string[], readOnly: boolean): readonly ToolDescriptor[] {
  const faults = toolWordFaults(words);
  if (faults.length > 0) throw new ConfigFaults(faults);
  const chosen = new Set(words.map(normalize));
  return tools.filter(
    ({ name, category, annotations }) =>
      (chosen.size === 0 || chosen.has(normalize(name)) || chosen.has(normalize(category))) &&
      (!readOnly || annotations.readOnlyHint),
  );
}

/** Returns a configuration fault for each word that is neither a category nor a method. */
export function toolWordFaults(words: readonly string[]): ConfigFault[] {
  const suggestions = new Map<string, string>();
  for (const { name, category } of tools)
    suggestions
      .set(normalize(name), name)
      .set(normalize(category), category.toLowerCase().replaceAll(" ", "-"));
  return words
    .filter((word) => word !== findWord && !suggestions.has(normalize(word)))
    .map((word) => ({ at: "tools", message: unknownWordMessage(word, suggestions.values()) }));
}

function normalize(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function unknownWordMessage(word: string, known: Iterable<string>): string {
  const hint = didYouMean(nearest(word, new Set(known), 1), "svm-gateway methods lists them");
  return `must name categories or methods, got ${JSON.stringify(word)}; ${hint}`;
}

/** True if a caller may call a tool. Otherwise the tool is also hidden from lists and search. */
export function mayCallTool({ authenticated }: Caller, name: string): boolean {
  return authenticated?.rights.missingRightFor(name, findMethod(name)) === undefined;
}

/** Throws `forbidden` if a caller may not call a tool. */
export function assertMayCallTool({ authenticated }: Caller, name: string): void {
  authenticated?.rights.assertMethod(name, findMethod(name));
}
