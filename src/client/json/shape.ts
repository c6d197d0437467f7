/**
 * Where the exact integers of a JSON value are, so that the client reads them as `bigint`.
 * Parts of a value that hold none are left out; unions are merged into one shape.
 *
 * `"bigint"`: every whole number at this place becomes a bigint.
 * Everything else stays as JSON has it, save that a whole number beyond 2^53 always becomes a bigint.
 */
export type Shape = "bigint" | ShapeNode;

/** Shape of an object or of an array (or of either, where a union allows both). */
export interface ShapeNode {
  /** Members of an object, by name. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Members that `keys` does not name: records by address, by network, ... */
  readonly rest?: Shape;
  /** Items of an array; a tuple's items merged. */
  readonly items?: Shape;
  /** A union may put a whole number itself at this place: it becomes a bigint. */
  readonly bigint?: true;
}

/** Shape of an object's member. */
export function memberShape(shape: Shape | undefined, key: string): Shape | undefined {
  if (shape === undefined || shape === "bigint") return undefined;
  const { keys } = shape;
  return keys !== undefined && Object.hasOwn(keys, key) ? keys[key] : shape.rest;
}
