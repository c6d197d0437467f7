import { stringIn } from "../../json/cut-text.ts";
import type { MethodIndex } from "./method-index.ts";

/** JSON text by parameter index; undefined for a parameter that is absent or null. */
export type RawValues = readonly (string | undefined)[];

/** Members by key, as JSON text. */
export type Extras = readonly (readonly [key: string, raw: string])[];

/** A call's checked parameters as raw JSON text, with digits as the client wrote them. */
export class BoundParams {
  readonly methodIndex: MethodIndex;
  readonly rawValues: RawValues;
  /** Undocumented fields of a config object or of params by name. Sent unchanged. */
  readonly extras: Extras;
  /** Names by index, as the caller wrote them, if upstreams take parameters by name. Sent unchanged. */
  readonly names: ReadonlyMap<number, string> | undefined;

  constructor(
    methodIndex: MethodIndex,
    rawValues: RawValues,
    extras: Extras,
    names?: ReadonlyMap<number, string>,
  ) {
    this.methodIndex = methodIndex;
    this.rawValues = rawValues;
    this.extras = extras;
    this.names = names;
  }

  /** JSON text of a parameter; undefined if it is absent. */
  raw(name: string): string | undefined {
    const index = this.methodIndex.indexByName.get(name);
    return index === undefined ? undefined : this.rawValues[index];
  }

  requiredRaw(name: string): string {
    const raw = this.raw(name);
    if (raw === undefined) throw new Error(`${this.methodIndex.method.name} was bound without its ${name}`);
    return raw;
  }

  /** Text of a string parameter; undefined if it is absent. */
  text(name: string): string | undefined {
    return stringIn(this.raw(name));
  }
}
