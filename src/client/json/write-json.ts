/** Deeper than any request; keeps a value that contains itself from exhausting the stack. */
const maxDepth = 1000;

/**
 * Writes a value as JSON, like JSON.stringify (it calls toJSON and leaves out undefined members), but writes bigints too. Where
 * JSON.stringify would silently lose a value, it throws a TypeError that names the place: for NaN and infinities, functions and
 * symbols, and for whole numbers beyond 2^53, whose digits may be lost already.
 */
export function writeJson(value: unknown): string {
  return write(value, "", 0) ?? "null";
}

/** Returns undefined for a value that JSON.stringify leaves out. */
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
      if (depth > maxDepth) throw new TypeError(`${place(path)} nests deeper than ${maxDepth} levels`);
      return writeObject(value, path, depth);
    default:
      throw new TypeError(`${place(path)} is a ${typeof value}, which JSON cannot hold`);
  }
}

function writeNumber(value: number, path: string): string {
  if (!Number.isFinite(value)) throw new TypeError(`${place(path)} is ${value}, which JSON cannot hold`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new TypeError(`${place(path)} is ${value}, beyond 2^53, where a number loses digits: use a bigint`);
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

function place(path: string): string {
  return path === "" ? "The value" : path;
}
