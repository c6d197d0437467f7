import { isUtf8 } from "node:buffer";
import { JsonError } from "./json-error.ts";
import { JsonScanner } from "./json-scanner.ts";

/** Whether the bytes are exactly one JSON value in UTF-8, without whitespace around it. */
export function isOneJsonValue(bytes: Buffer): boolean {
  const [first, last] = [bytes[0] ?? 0x20, bytes.at(-1) ?? 0x20];
  if (first <= 0x20 || last <= 0x20 || !isUtf8(bytes)) return false;
  const scanner = new JsonScanner();
  try {
    scanner.push(bytes);
    scanner.end();
    return true;
  } catch (caught) {
    if (caught instanceof JsonError) return false;
    throw caught;
  }
}
