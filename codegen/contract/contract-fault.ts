import { pointerSteps } from "../../src/contract/explain-faults.ts";
import { isObject, type JsonObject, objectsIn, ownMember, textMember } from "./json-value.ts";

/** One thing that is wrong with the document. */
export interface ContractFault {
  /** The method, shared schema or error with the fault; "openrpc.json" for the document itself. */
  readonly subject: string;
  /** Where inside the subject: `params[0].schema`; "" for the subject itself. */
  readonly path: string;
  /** What is wrong, to follow the path: `is missing; ...`. */
  readonly message: string;
}

/** Formats a fault as one line. */
export function faultLine({ subject, path, message }: ContractFault): string {
  const line = path === "" ? `${subject}: ${message}` : `${subject}: ${path} ${message}`;
  return line.replace(/\s*\n\s*/g, " ");
}

/** Builds the fault at a JSON pointer into the document. */
export function faultAt(document: JsonObject, pointer: string, message: string): ContractFault {
  const steps = pointerSteps(pointer);
  const [top, second, third] = steps;
  if (top === "methods" && second !== undefined) {
    const name = textMember(objectsIn(document, "methods")[Number(second)] ?? {}, "name");
    return { subject: name === "" ? `methods[${second}]` : name, path: pathOf(steps.slice(2)), message };
  }
  if (top === "components" && third !== undefined) {
    return { subject: `components.${second}.${third}`, path: pathOf(steps.slice(3)), message };
  }
  return { subject: "openrpc.json", path: pathOf(steps), message };
}

/** Index of the method that a JSON pointer leads into; undefined if it leads outside the methods. */
export function methodIndexOf(pointer: string): number | undefined {
  const index = /^\/methods\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Joins steps to a path as in code: `params[0].schema`. */
export function pathOf(steps: readonly string[]): string {
  return steps
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

/** A member of the document by JSON pointer. */
export function memberAt(document: JsonObject, pointer: string): unknown {
  let found: unknown = document;
  for (const key of pointerSteps(pointer)) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found as JsonObject)) found = ownMember(found as JsonObject, key);
    else return undefined;
  }
  return found;
}
