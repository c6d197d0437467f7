import type { Method } from "../../codegen/contract/contract.ts";
import type { CallValues } from "./call/call-values.ts";

/** Where the reader is, from the part of the address after `#`. */
export interface Place {
  /** Method name, `live`, or "" for the first page. */
  readonly page: string;
  readonly query: URLSearchParams;
}

/** Reads `#/getBalance?pubkey=...`. */
export function readPlace(hash: string): Place {
  const path = hash.replace(/^#\/?/, "");
  const mark = path.indexOf("?");
  const page = mark < 0 ? path : path.slice(0, mark);
  return { page: decode(page), query: new URLSearchParams(mark < 0 ? "" : path.slice(mark + 1)) };
}

/** A link to a method with its values filled in. */
export function methodLink(method: Method, values: CallValues, network: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of values) query.set(name, linkText(value));
  if (network !== "") query.set("network", network);
  const text = query.toString();
  return `#/${method.name}${text === "" ? "" : `?${text}`}`;
}

/** Values of a link. Text that would read as another kind of value is given with its quotes. */
export function linkValues(method: Method, query: URLSearchParams): CallValues {
  const values = new Map<string, string>();
  for (const { name } of method.params) {
    const text = query.get(name);
    if (text !== null && text !== "") values.set(name, isJsonText(text) ? text : JSON.stringify(text));
  }
  return values;
}

function linkText(value: string): string {
  if (!value.startsWith('"')) return value;
  const text = JSON.parse(value) as string;
  return isJsonText(text) || text === "" ? value : text;
}

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Plain text, as most values are.
    return false;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape names no page.
    return text;
  }
}
