/**
 * Where a JSON value has 64-bit integers, which the client reads as `bigint`. Parts of a value without any are left out;
 * unions are merged into one shape.
 *
 * `"bigint"`: every whole number at this place becomes a bigint.
 * All other values are as JSON.parse makes them, except that a whole number beyond 2^53 always becomes a bigint.
 */
export type Shape = "bigint" | ShapeNode;

/** Shape of an object or of an array, or of both in a union. */
export interface ShapeNode {
  /** Members of an object, by name. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Members that `keys` does not name, as in records by address or by network. */
  readonly rest?: Shape;
  /** Items of an array; those of a tuple are merged. */
  readonly items?: Shape;
  /** In a union with whole numbers, which become bigint. */
  readonly bigint?: true;
}

/** Shape of an object's member. */
export function memberShape(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape === undefined || shape === "bigint") return undefined;
  const { keys } = shape;
  return keys !== undefined && Object.hasOwn(keys, key) ? keys[key] : shape.rest;
}
