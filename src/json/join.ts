import { member } from "./cut-raw.ts";
import { byteTextOf, maxTextBytes, RawJson } from "./raw-json.ts";
import { JsonError } from "./scan/json-error.ts";
import { isSpace } from "./scan/skip-value.ts";

/** In large values, adjacent pieces up to this size are joined; larger ones are not copied. */
const smallPieceBytes = 2048;

/** Concatenates JSON text written by the gateway and raw values. Large values are not copied. */
export function concatRaw<T>(pieces: readonly (string | RawJson)[]): RawJson<T> {
  let length = 0;
  for (const piece of pieces) length += typeof piece === "string" ? piece.length : piece.byteLength;
  if (length > maxTextBytes) return concatParts(pieces);
  let text = "";
  for (const piece of pieces) text += pieceText(piece);
  return RawJson.fromByteText(text);
}

function concatParts<T>(pieces: readonly (string | RawJson)[]): RawJson<T> {
  const parts: Buffer[] = [];
  let byteLength = 0;
  let small = "";
  const flush = () => {
    if (small !== "") parts.push(Buffer.from(small, "latin1"));
    byteLength += small.length;
    small = "";
  };
  for (const piece of pieces) {
    if (typeof piece === "string" || piece.byteLength <= smallPieceBytes) {
      small += pieceText(piece);
    } else {
      flush();
      for (const part of piece.parts) parts.push(part);
      byteLength += piece.byteLength;
    }
  }
  flush();
  return new RawJson<T>(parts, byteLength);
}

function pieceText(piece: string | RawJson): string {
  return typeof piece === "string" ? byteTextOf(piece) : piece.toByteText();
}

/** Writes an object whose values are raw. */
export function joinObject<T>(
  entries: Iterable<readonly [key: string, value: RawJson<T>]>,
): RawJson<Record<string, T>> {
  const pieces: (string | RawJson)[] = [];
  for (const [key, value] of entries) {
    pieces.push(`${pieces.length === 0 ? "{" : ","}${quote(key)}:`, value);
  }
  pieces.push(pieces.length === 0 ? "{}" : "}");
  return concatRaw(pieces);
}

/** Writes an array of raw values. */
export function joinArray<T>(items: Iterable<RawJson<T>>): RawJson<T[]> {
  const pieces: (string | RawJson)[] = [];
  for (const item of items) pieces.push(pieces.length === 0 ? "[" : ",", item);
  pieces.push(pieces.length === 0 ? "[]" : "]");
  return concatRaw(pieces);
}

/** Concatenates arrays without copying their bytes. */
export function concatArrays<T>(lists: Iterable<RawJson<T>>): RawJson<T> {
  const pieces: (string | RawJson)[] = [];
  for (const list of lists) {
    const items = contentOf("[", list, "]");
    if (items !== undefined) pieces.push(pieces.length === 0 ? "[" : ",", items);
  }
  pieces.push(pieces.length === 0 ? "[]" : "]");
  return concatRaw(pieces);
}

/** The text between the brackets of an array or object; undefined if it is empty. */
function contentOf(left: string, raw: RawJson, right: string): RawJson | undefined {
  const parts = [...raw.parts];
  const first = parts[0];
  const last = parts.at(-1);
  if (first?.[0] !== left.charCodeAt(0) || last?.at(-1) !== right.charCodeAt(0))
    throw new JsonError("shape", `expected a value between ${left} and ${right}`, 0);
  parts[0] = first.subarray(1);
  parts[parts.length - 1] = (parts.at(-1) ?? last).subarray(0, -1);
  if (parts.every((part) => part.every(isSpace))) return undefined;
  return new RawJson(parts, raw.byteLength - 2);
}

/** Writes `{"value": raw}`. */
export function wrapValue<T>(raw: RawJson<T>): RawJson<{ value: T }> {
  return concatRaw(['{"value":', raw, "}"]);
}

/** Appends a member to a raw object; `json` is JSON text. An object that already has the key is returned unchanged. */
export function withMember<T>(object: RawJson, key: string, json: string): RawJson<T> {
  const members = contentOf("{", object, "}");
  if (member(object, key) !== undefined) return object as RawJson<T>;
  const added = `${quote(key)}:${json}}`;
  return concatRaw(members === undefined ? [`{${added}`] : ["{", members, `,${added}`]);
}

/** Writes an object whose values are JSON text. */
export function writeMembers(members: Iterable<readonly [key: string, raw: string]>): string {
  let text = "{";
  for (const [key, raw] of members) text += `${text === "{" ? "" : ","}${quote(key)}:${raw}`;
  return `${text}}`;
}

/** A string as JSON text, quotes included. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
