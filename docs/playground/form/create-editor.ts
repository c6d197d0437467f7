import { type Contract, refName, resolveSchema } from "../../../codegen/contract/contract.ts";
import { expectedText } from "../../../codegen/contract/expected-text.ts";
import { isObject, type JsonObject, readJson } from "../../../codegen/contract/json-value.ts";
import { stringifyLossless } from "../../../src/json/lossless.ts";
import { checkValue } from "../contract/check-schema.ts";
import { listEditor } from "./list-editor.ts";
import { objectEditor } from "./object-editor.ts";
import { choiceEditor, jsonEditor, numberEditor, textEditor } from "./scalar-editors.ts";
import { unionEditor } from "./union-editor.ts";
import type { EditorContext, ValueEditor } from "./value-editor.ts";

type Schemas = Pick<Contract, "schemas">;

/** Id of the list of the gateway's networks. */
export const networkListId = "known-networks";

/** Makes the editor that a schema asks for. */
export function createEditor(contract: Schemas, given: JsonObject, context: EditorContext): ValueEditor {
  const schema = resolveSchema(contract, given);
  const { type, items, properties, anyOf } = schema;
  const words = wordsOf(contract, schema);
  if (words !== undefined) return choiceEditor(words, context);
  if (Array.isArray(anyOf)) {
    return unionEditor(
      anyOf.filter(isObject).map((branch) => ({
        label: branchLabel(contract, branch),
        accepts: (value) => checkValue(contract, branch, readJson(value)).length === 0,
        make: (inner) => createEditor(contract, branch, inner),
      })),
      context,
    );
  }
  if (refName(given) === "NetworkId") return textEditor(schema, { ...context, list: networkListId });
  if (type === "string") return textEditor(schema, context);
  if (type === "integer" || type === "number") return numberEditor(context);
  if (type === "array" && isObject(items))
    return listEditor(
      (inner) => createEditor(contract, items, inner),
      !isStructured(contract, items),
      context,
    );
  if (type === "object" && isObject(properties) && Object.keys(properties).length > 0) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    return objectEditor(
      Object.entries(properties).flatMap(([name, member]) =>
        isObject(member)
          ? {
              name,
              required: required.includes(name),
              description: describe(contract, member),
              make: (inner: EditorContext) => createEditor(contract, member, inner),
            }
          : [],
      ),
      context,
    );
  }
  return jsonEditor(context);
}

/** Whether a value needs several controls. */
export function isStructured(contract: Schemas, given: JsonObject): boolean {
  const schema = resolveSchema(contract, given);
  if (wordsOf(contract, schema) !== undefined) return false;
  return schema.type === "array" || schema.type === "object" || schema.anyOf !== undefined;
}

/** JSON texts of the only values that a schema allows; undefined if it allows more. */
export function wordsOf(contract: Schemas, given: JsonObject): string[] | undefined {
  const schema = resolveSchema(contract, given);
  const { enum: words, const: word, type, anyOf } = schema;
  if (Array.isArray(words)) return words.map((each) => stringifyLossless(each));
  if (word !== undefined) return [stringifyLossless(word)];
  if (type === "boolean") return ["true", "false"];
  if (!Array.isArray(anyOf)) return undefined;
  const branches = anyOf.filter(isObject).map((branch) => wordsOf(contract, branch));
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

function branchLabel(contract: Schemas, branch: JsonObject): string {
  const name = refName(branch);
  if (name !== undefined) return spaced(name);
  const description = branch.description;
  return typeof description === "string" ? description.replace(/\.$/, "") : expectedText(contract, branch);
}

/** `DataSizeFilter` → `data size filter`. */
function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function describe(contract: Schemas, schema: JsonObject): string {
  const own = schema.description ?? resolveSchema(contract, schema).description;
  return typeof own === "string" ? own : "";
}
