/**
 * Says where a JSON value has 64-bit integers, which the client reads as `bigint`: `"bigint"` is a whole number, a node is an object
 * or array that contains some. Parts without any are left out, and unions are merged into one shape.
 */
export type Shape = "bigint" | ShapeNode;

/** Shape of an object or of an array, or of both in a union. */
export interface ShapeNode {
  /** Members of an object, by name. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Members that are not in `keys`, such as those of records by address or by network. */
  readonly rest?: Shape;
  /** Items of an array; those of a tuple are merged. */
  readonly items?: Shape;
  /** In a union with whole numbers, which are read as bigint. */
  readonly bigint?: true;
}

/** Shape of an object's member. */
export function memberShape(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape === undefined || shape === "bigint") return undefined;
  const { keys } = shape;
  return keys !== undefined && Object.hasOwn(keys, key) ? keys[key] : shape.rest;
}
