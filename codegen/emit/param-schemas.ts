import { stringifyLossless } from "../../src/json/lossless.ts";
import { type Contract, type Param, refName } from "../contract/contract.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { constantName, NameTable } from "../contract/names.ts";

/** A distinct parameter schema, and the name of its validator. */
interface ParamSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

/** The distinct schemas of all parameters. Equal schemas share a validator. */
export class ParamSchemas {
  readonly #byText = new Map<string, ParamSchema>();

  constructor(contract: Contract) {
    const names = new NameTable();
    const params = contract.methods.flatMap((method) => method.params);
    // Shared schemas come first, so that they keep their name if a parameter has the same name.
    for (const shared of [true, false]) {
      for (const param of params) {
        const reference = refName(param.schema);
        const text = stringifyLossless(param.schema);
        if ((reference !== undefined) !== shared || this.#byText.has(text)) continue;
        const name = names.unique(constantName(reference ?? param.name));
        this.#byText.set(text, { name, schema: param.schema });
      }
    }
  }

  /** All schemas, in the order of their first use. */
  get all(): readonly ParamSchema[] {
    return [...this.#byText.values()];
  }

  /** The schema of a parameter. */
  schemaOf(param: Param): ParamSchema {
    const found = this.#byText.get(stringifyLossless(param.schema));
    if (found === undefined) throw new Error(`${param.name} has a schema that was not collected`);
    return found;
  }
}
