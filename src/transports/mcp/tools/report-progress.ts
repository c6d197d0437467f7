import type { Notify } from "./tool-scope.ts";

/** A token is sent back with each report: a longer one is not. */
const maxTokenLength = 256;

/** Reports in words how a call goes on, under the token that its client gave; undefined where it gave none or takes no reports. */
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
