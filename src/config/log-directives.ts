import type { LogLevel } from "../log/logger.ts";
import type { ConfigFault } from "./config-fault.ts";

const levels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug", "trace"];

/**
 * The level in a RUST_LOG value: a level alone, or a list of directives such as `info,hyper=warn`, of which the last bare level
 * counts and `target=level` is for other programs. Undefined without a bare level; another bare word is a fault.
 */
export function levelFromDirectives(text: string, faults: ConfigFault[]): LogLevel | undefined {
  let found: LogLevel | undefined;
  const [directives = ""] = text.split("/", 1);
  for (const directive of directives.split(",")) {
    const word = directive.trim().toLowerCase();
    if (word === "" || word.includes("=")) continue;
    const level = levels.find((name) => name === word);
    if (level === undefined) {
      faults.push({
        at: "RUST_LOG",
        message: `must be one of ${levels.join(", ")}, alone or in a list such as info,hyper=warn, got ${JSON.stringify(directive.trim())}`,
      });
    }
    found = level ?? found;
  }
  return found;
}
