import { stringIn } from "../../json/cut-text.ts";
import type { MethodIndex } from "./method-index.ts";

/** Which wire format a caller speaks: the gateway's own, or that of a ledger node. */
export type Dialect = "gateway" | "ledger";

/** JSON text by the parameter's index; undefined for one that the caller gave no value, or null. */
export type RawValues = readonly (string | undefined)[];

/** Members by key, as JSON text. */
export type Extras = readonly (readonly [key: string, raw: string])[];

/** A call's parameters, found and checked: raw JSON text by parameter, digits as the client wrote them. */
export class BoundParams {
  readonly methodIndex: MethodIndex;
  readonly rawValues: RawValues;
  /** Fields that the document does not know: of a config object, or of params by name. They pass untouched. */
  readonly extras: Extras;
  /** Names that the caller wrote, by index, if upstreams take parameters by name: they go out as written. */
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

  /** JSON text of a parameter; undefined when it was not given. */
  raw(name: string): string | undefined {
    const index = this.methodIndex.indexByName.get(name);
    return index === undefined ? undefined : this.rawValues[index];
  }

  requiredRaw(name: string): string {
    const raw = this.raw(name);
    if (raw === undefined) throw new Error(`${this.methodIndex.method.name} was bound without its ${name}`);
    return raw;
  }

  /** Text of a string parameter; undefined when it was not given. */
  text(name: string): string | undefined {
    return stringIn(this.raw(name));
  }
}
