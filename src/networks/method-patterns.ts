/** Whether one of the patterns matches a method's name. A pattern is a name, or a prefix followed by `*`. */
export function matchesMethod(patterns: readonly string[], method: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? method.startsWith(pattern.slice(0, -1)) : pattern === method,
  );
}
