/**
 * Marks the 64-bit integers in a JSON value, which the client reads as `bigint`. `"bigint"` is a whole number; a node is an object
 * or array that contains some. Values without any are omitted, and unions are merged into one shape.
 */
export type Shape = "bigint" | ShapeNode;

/** Shape of an object, an array, or a union of both. */
export interface ShapeNode {
  /** Members of an object, by name. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Members not in `keys`, such as those of records by address or network. */
  readonly rest?: Shape;
  /** Items of an array; those of a tuple are merged. */
  readonly items?: Shape;
  /** The union includes whole numbers, which are read as bigint. */
  readonly bigint?: true;
}

/** Shape of an object's member. */
export function memberShape(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape === undefined || shape === "bigint") return undefined;
  const { keys } = shape;
  return keys !== undefined && Object.hasOwn(keys, key) ? keys[key] : shape.rest;
}
