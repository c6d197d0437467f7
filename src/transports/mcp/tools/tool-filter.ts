import { tools } from "../../../../generated/tools.ts";
import { type ConfigFault, ConfigFaults } from "../../../config/config-fault.ts";
import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";
import { findMethod } from "../../../gateway/params/method-index.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";

/** The word of `--tools` that lists only findMethods, describeMethod and callMethod, which give access to all tools. */
export const findWord = "find";

/**
 * Selects tools by category or method name, in any letter case and with any separators; without words, all of them. `readOnly` keeps
 * only those that change nothing. Throws ConfigFaults for unknown words.
 */
export function filterTools(words: readonly string[], readOnly: boolean): readonly ToolDescriptor[] {
  const faults = toolWordFaults(words);
  if (faults.length > 0) throw new ConfigFaults(faults);
  const chosen = new Set(words.map(plain));
  return tools.filter(
    ({ name, category, annotations }) =>
      (chosen.size === 0 || chosen.has(plain(name)) || chosen.has(plain(category))) &&
      (!readOnly || annotations.readOnlyHint),
  );
}

/** A configuration fault for each word that is neither a category nor a method. */
export function toolWordFaults(words: readonly string[]): ConfigFault[] {
  const known = new Map<string, string>();
  for (const { name, category } of tools)
    known.set(plain(name), name).set(plain(category), category.toLowerCase().replaceAll(" ", "-"));
  return words
    .filter((word) => word !== findWord && !known.has(plain(word)))
    .map((word) => ({ at: "tools", message: unknownWord(word, known.values()) }));
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function unknownWord(word: string, known: Iterable<string>): string {
  const hint = didYouMean(nearest(word, new Set(known), 1), "svm-gateway methods lists them");
  return `must name categories or methods, got ${JSON.stringify(word)}; ${hint}`;
}

/** Whether a caller may call a tool. If not, the tool is not listed, found or described for that caller. */
export function mayCallTool({ authenticated }: Caller, name: string): boolean {
  return authenticated?.rights.missingRightFor(name, findMethod(name)) === undefined;
}

/** Throws `forbidden` if a caller may not call a tool. */
export function assertMayCallTool({ authenticated }: Caller, name: string): void {
  authenticated?.rights.assertMethod(name, findMethod(name));
}
