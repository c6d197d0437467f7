import { checkValue } from "./check-value.ts";
import type { ConfigFault } from "./config-fault.ts";
import { schemaAt } from "./config-schema.ts";
import type { Setting } from "./config-source.ts";

/**
 * The checked value of a flag or variable, of the type of its key. A fault names the flag or variable, not the key.
 */
export function settingValue(setting: Setting, faults: ConfigFault[]): unknown {
  const node = schemaAt(setting.path);
  if (node === undefined) throw new Error(`no configuration key ${setting.path}`);
  return checkValue(node, fromText(node.type, setting.value), setting.source.name, faults);
}

/** Text that is not a number or boolean stays text, so that the check refuses it as written. */
function fromText(type: string | undefined, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  const text = value.trim();
  if (type === "array") {
    return text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
  }
  if ((type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(text))
    return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
