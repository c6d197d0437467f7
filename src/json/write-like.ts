import { cutArray, cutObject } from "./cut.ts";
import { quote } from "./join.ts";

/** Values that are nested deeper are not compared. */
const maxDepth = 16;

/**
 * Writes a value in the layout of another text of the same shape: members in its order, scalars as they are. Undefined when the
 * shapes differ, or when the model has whitespace: how its author would lay out the value is then unknown.
 */
export function writeLike(model: string, value: string): string | undefined {
  return model === value ? value : write(model, value, maxDepth);
}

function write(model: string, value: string, depth: number): string | undefined {
  const kind = kindOf(model);
  if (kind !== kindOf(value) || depth === 0) return undefined;
  if (kind === "{") return writeObject(model, value, depth);
  if (kind === "[") return writeArray(model, value, depth);
  return value;
}

function writeObject(model: string, value: string, depth: number): string | undefined {
  const members = cutObject(model);
  const given = new Map(cutObject(value));
  if (given.size !== members.length) return undefined;
  let output = "";
  let compactLength = 1;
  for (const [key, raw] of members) {
    const text = given.get(key);
    const written = text === undefined ? undefined : write(raw, text, depth - 1);
    if (written === undefined) return undefined;
    const name = `${output === "" ? "{" : ","}${quote(key)}:`;
    output += name + written;
    compactLength += name.length + raw.length;
  }
  return compactLength === model.length ? `${output}}` : undefined;
}

/** Each item follows the model's item at its index; lists of different lengths must hold scalars only. */
function writeArray(model: string, value: string, depth: number): string | undefined {
  const models = cutArray(model);
  const items = cutArray(value);
  if (models.length !== items.length && !areScalars(items)) return undefined;
  const pieces: string[] = [];
  for (const [index, item] of items.entries()) {
    const like = models[index] ?? item;
    const written = write(like, item, depth - 1);
    if (written === undefined) return undefined;
    pieces.push(written);
  }
  const compactLength = models.reduce((sum, each) => sum + each.length + 1, models.length === 0 ? 2 : 1);
  return compactLength === model.length ? `[${pieces.join(",")}]` : undefined;
}

function areScalars(items: readonly string[]): boolean {
  return items.every((item) => kindOf(item) === "");
}

/** The bracket that opens a list or an object; "" for a scalar. */
function kindOf(text: string): string {
  const first = text[0] ?? "";
  return first === "{" || first === "[" ? first : "";
}
