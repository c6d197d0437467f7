import type { Left, Window } from "./window-counter.ts";

/**
 * Builds the writer of the `RateLimit-Policy` and `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers-10): each window by its
 * name, with its quota and length in seconds, and with what is left of it and the seconds until it ends.
 */
export function rateLimitFields(windows: readonly Window[]): (left: readonly Left[]) => readonly string[] {
  const policy = windows
    .map(({ name, points, durationMs }) => `"${name}";q=${points};w=${durationMs / 1000}`)
    .join(", ");
  return (left) => {
    let state = "";
    for (const [index, { points, ms }] of left.entries())
      state += `${index === 0 ? "" : ", "}"${windows[index]?.name}";r=${points};t=${Math.ceil(ms / 1000)}`;
    return ["ratelimit-policy", policy, "ratelimit", state];
  };
}
