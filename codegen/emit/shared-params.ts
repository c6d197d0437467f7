import { getOrAdd } from "../../src/get-or-add.ts";
import { stringifyLossless } from "../../src/json/lossless.ts";
import type { Contract, Example, Method, Param } from "../contract/contract.ts";
import { resolveSchema } from "../contract/contract.ts";
import { expectedText } from "../contract/expected-text.ts";
import { integerRange } from "../contract/integer-range.ts";
import { isObject, type JsonObject, type JsonValue } from "../contract/json-value.ts";
import { Expression, type LiteralValue, literal } from "../contract/literal.ts";
import { constantName, NameTable } from "../contract/names.ts";
import type { ParamSchemas } from "./param-schemas.ts";

/** The distinct descriptions of parameters: methods share many of them (commitment, minContextSlot, ...). */
export class SharedParams {
  readonly #contract: Contract;
  readonly #schemas: ParamSchemas;
  readonly #names = new NameTable();
  readonly #constants = new Map<string, { readonly name: string; readonly code: string }>();

  constructor(contract: Contract, schemas: ParamSchemas) {
    this.#contract = contract;
    this.#schemas = schemas;
  }

  /** The constants, in the order of their first use. */
  get all(): readonly { readonly name: string; readonly code: string }[] {
    return [...this.#constants.values()];
  }

  /** The constant that describes a parameter of a method. */
  constantOf(method: Method, param: Param): Expression {
    const { name: validator } = this.#schemas.schemaOf(param);
    const described = this.#describe(param, validator);
    const { name } = getOrAdd(this.#constants, literal(described), () => {
      const example = exampleOf(method, param) ?? this.#exampleElsewhere(param);
      const code = literal({ ...described, example: example ?? new Expression("undefined") });
      return { name: this.#names.unique(constantName(param.name)), code };
    });
    return new Expression(name);
  }

  #describe(param: Param, validator: string): { readonly [key: string]: LiteralValue } {
    const range = integerRange(resolveSchema(this.#contract, param.schema));
    const isUnsigned = range !== undefined && range.minimum >= 0n;
    return {
      name: param.name,
      required: param.required,
      aliases: param.aliases,
      aliasFields: param.aliasFields,
      place: param.place,
      validate: new Expression(`validators.${validator}`),
      expected: expectedText(this.#contract, param.schema),
      takesObject: takesObject(this.#contract, param.schema) || undefined,
      uint64: isUnsigned ? { minimum: range.minimum, maximum: range.maximum } : undefined,
      default: param.default === undefined ? undefined : stringifyLossless(param.default),
      defaultFrom: param.defaultFrom,
    };
  }

  /** An example of a parameter with the same name and schema in another method. */
  #exampleElsewhere(param: Param): string | undefined {
    const schema = this.#schemas.schemaOf(param);
    for (const method of this.#contract.methods) {
      const same = method.params.find(
        (other) => other.name === param.name && this.#schemas.schemaOf(other) === schema,
      );
      const example = same === undefined ? undefined : exampleOf(method, same);
      if (example !== undefined) return example;
    }
    return undefined;
  }
}

/** JSON text of the parameter's value in the first example that has one. */
function exampleOf(method: Method, param: Param): string | undefined {
  const given = method.examples.find((example: Example) => example.params.has(param.name));
  return given === undefined ? undefined : stringifyLossless(given.params.get(param.name) ?? null);
}

/** True if a value of this schema can be an object. */
function takesObject(contract: Pick<Contract, "schemas">, schema: JsonObject): boolean {
  const { type, enum: values, anyOf, oneOf } = resolveSchema(contract, schema);
  if (Array.isArray(values)) return values.some(isObject);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.some((choice) => isChoice(contract, choice));
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function isChoice(contract: Pick<Contract, "schemas">, choice: JsonValue): boolean {
  return isObject(choice) && takesObject(contract, choice);
}
