/** Plain data of what a client gave: keys and numbers as text, bytes as base 64, and without the slot of the context. */
export function comparable(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Uint8Array) return `base64:${Buffer.from(value).toString("base64")}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  if ("toBase58" in value) return String(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === "context" ? [key, shapeOf(member)] : [key, comparable(member)],
    ),
  );
}

/** The keys and types of plain data; a list is as its members, each shape once. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((member) => JSON.stringify(shapeOf(member)));
    return [...new Set(shapes)].sort();
  }
  if (typeof value !== "object" || value === null) {
    return value === null ? "null" : typeof value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, shapeOf(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
