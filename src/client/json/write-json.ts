/** Deeper than any request; keeps a cyclic value from overflowing the stack. */
const maxDepth = 1000;

/**
 * Writes a value as JSON. Like JSON.stringify, it calls toJSON and omits undefined members, but it also writes bigints. It throws a
 * TypeError with the path where JSON.stringify would silently lose a value: for NaN, infinities, functions, symbols, and whole
 * numbers beyond 2^53, which may have lost digits already.
 */
export function writeJson(value: unknown): string {
  return write(value, "", 0) ?? "null";
}

/** Returns undefined for a value that JSON.stringify omits. */
function write(value: unknown, path: string, depth: number): string | undefined {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return value.toString();
    case "number":
      return writeNumber(value, path);
    case "undefined":
      return undefined;
    case "object":
      if (value === null) return "null";
      if (depth > maxDepth) throw new TypeError(`${describePath(path)} nests deeper than ${maxDepth} levels`);
      return writeObject(value, path, depth);
    default:
      throw new TypeError(`${describePath(path)} is a ${typeof value}, which JSON cannot hold`);
  }
}

function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value))
    throw new TypeError(`${describePath(path)} is ${value}, which JSON cannot hold`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(
      `${describePath(path)} is ${value}, beyond 2^53, where a number loses digits: use a bigint`,
    );
  }
  return JSON.stringify(value);
}

function writeObject(value: object, path: string, depth: number): string | undefined {
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return write(value.toJSON(""), path, depth + 1);
  }
  if (Array.isArray(value)) {
    const items = Array.from(value, (item, index) => write(item, `${path}[${index}]`, depth + 1) ?? "null");
    return `[${items.join(",")}]`;
  }
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    const text = write(member, path === "" ? key : `${path}.${key}`, depth + 1);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

function describePath(path: string): string {
  return path === "" ? "The value" : path;
}
