import { cutArray, cutObject } from "./cut.ts";

/** Deeper values are not looked into. */
const maxDepth = 16;

/**
 * Writes a value as another text of the same shape is written: members in that order, scalars as they are. Undefined where the
 * shapes differ or the model has spaces, so that there is no telling how its author would have written the value.
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
  let text = "";
  let compactLength = 1;
  for (const [key, raw] of members) {
    const own = given.get(key);
    const written = own === undefined ? undefined : write(raw, own, depth - 1);
    if (written === undefined) return undefined;
    const name = `${text === "" ? "{" : ","}${JSON.stringify(key)}:`;
    text += name + written;
    compactLength += name.length + raw.length;
  }
  return compactLength === model.length ? `${text}}` : undefined;
}

/** The items of a list are of one shape, or each is like the one in its place. */
function writeArray(model: string, value: string, depth: number): string | undefined {
  const models = cutArray(model);
  const items = cutArray(value);
  if (models.length !== items.length && !isOfScalars(items)) return undefined;
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

function isOfScalars(items: readonly string[]): boolean {
  return items.every((item) => kindOf(item) === "");
}

/** The bracket with which a list or an object begins; nothing for a scalar. */
function kindOf(text: string): string {
  const first = text[0] ?? "";
  return first === "{" || first === "[" ? first : "";
}
