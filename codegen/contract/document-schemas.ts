import { Ajv, type ValidateFunction } from "ajv";
import { explainFaults } from "../../src/contract/explain-faults.ts";
import { formats } from "../../src/contract/formats.ts";
import type { ValidationFault } from "../../src/contract/param-description.ts";
import { getOrAdd } from "../../src/get-or-add.ts";
import { type Contract, refName } from "./contract.ts";
import { expectedText } from "./expected-text.ts";
import { type JsonObject, type JsonValue, toPlain } from "./json-value.ts";
import { plainSchema, sharedId } from "./plain-schema.ts";

/** The schemas of a document, compiled on demand in ajv's strict mode. */
export class DocumentSchemas {
  readonly #contract: Contract;
  readonly #ajv: Ajv;
  readonly #compiled = new Map<JsonObject, ValidateFunction | string>();
  readonly #names: ReadonlyMap<JsonObject, string>;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#ajv = new Ajv({
      strict: true,
      allowUnionTypes: true,
      allErrors: true,
      messages: false,
      ownProperties: true,
      logger: false,
      formats: { ...formats },
    });
    this.#names = new Map([...contract.schemas].map(([name, schema]) => [schema, name]));
    for (const [name, schema] of contract.schemas) this.#ajv.addSchema(plainSchema(schema), sharedId(name));
  }

  /** Why a schema does not compile; undefined if it does. */
  problemOf(schema: JsonObject): string | undefined {
    const compiled = this.#compile(schema);
    return typeof compiled === "string" ? compiled : undefined;
  }

  /** The faults of a value. Empty if the schema is invalid, which `problemOf` reports. */
  faultsOf(schema: JsonObject, value: JsonValue): readonly ValidationFault[] {
    const compiled = this.#compile(schema);
    const plain = toPlain(value);
    if (typeof compiled === "string" || compiled(plain)) return [];
    return explainFaults(plain, compiled.errors ?? [], expectedText(this.#contract, schema));
  }

  #compile(schema: JsonObject): ValidateFunction | string {
    return getOrAdd(this.#compiled, schema, () => this.#tryCompile(schema));
  }

  #tryCompile(schema: JsonObject): ValidateFunction | string {
    // Ajv compiles a shared schema only once if it is looked up by id.
    const name = this.#names.get(schema) ?? (Object.keys(schema).length === 1 ? refName(schema) : undefined);
    try {
      const shared = name === undefined ? undefined : this.#ajv.getSchema(sharedId(name));
      return shared ?? this.#ajv.compile(plainSchema(schema));
    } catch (caught) {
      return caught instanceof Error ? caught.message : String(caught);
    }
  }
}
