import type { Notify } from "./tool-scope.ts";

/** Longest token that is sent back with each report. */
const maxTokenLength = 256;

/** Reports a call's progress under the token that its client gave; undefined if it gave none or takes no reports. */
export function progressReporter(
  token: unknown,
  notify: Notify | undefined,
): ((message: string) => void) | undefined {
  const isToken =
    Number.isSafeInteger(token) || (typeof token === "string" && token.length <= maxTokenLength);
  if (notify === undefined || !isToken) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    notify("notifications/progress", { progressToken: token, progress, message });
  };
}
