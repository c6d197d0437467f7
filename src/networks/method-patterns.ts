/** Whether one of the patterns is this name, or a prefix of it followed by `*`. */
export function matchesMethod(patterns: readonly string[], method: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? method.startsWith(pattern.slice(0, -1)) : pattern === method,
  );
}
