import { createRequire } from "node:module";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { explainFaults } from "../../src/contract/explain-faults.ts";
import { memberAt } from "../contract/contract-fault.ts";
import { isObject, type JsonObject, type JsonValue, toPlain } from "../contract/json-value.ts";
import type { PlacedFault } from "./check-references.ts";

const require = createRequire(import.meta.url);

/** Typed here, because the types of @open-rpc/schema-utils-js do not compile in strict mode. */
const { getDocumentExtendedMetaSchema } = require("@open-rpc/schema-utils-js") as {
  readonly getDocumentExtendedMetaSchema: (document: unknown) => object;
};
const { default: schemaOfSchemas } = require("@json-schema-tools/meta-schema") as {
  readonly default: object;
};

/** Most structural faults to report: one wrong bracket causes hundreds. */
const maxFaults = 40;

/** Checks the document against OpenRPC's own schema, extended by the document's `x-extensions`. */
export function checkStructure(document: JsonObject): readonly PlacedFault[] {
  const plain = toPlain(document) as object;
  let schema: object;
  try {
    schema = getDocumentExtendedMetaSchema(plain);
  } catch (caught) {
    const reason = caught instanceof Error ? caught.message : String(caught);
    return [{ pointer: "", message: `can't be read as OpenRPC: ${reason}` }];
  }
  const validate = compiled(schema);
  if (validate(plain)) return [];
  const errors = withoutBranches(withoutReferenceForm(validate.errors ?? []), document);
  return explainFaults(plain, errors, "an OpenRPC document", maxFaults).map(({ path, message }) => ({
    pointer: path,
    message,
  }));
}

/** The last compiled schema. Compiling takes longer than a check, and most documents declare the same extensions. */
let last: { readonly text: string; readonly validate: ValidateFunction } | undefined;

function compiled(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  if (last?.text !== text) {
    const ajv = new Ajv({
      allErrors: true,
      strict: false,
      logger: false,
      messages: false,
      ownProperties: true,
    });
    ajv.addSchema(schemaOfSchemas, "https://meta.json-schema.tools");
    last = { text, validate: ajv.compile(schema) };
  }
  return last.validate;
}

/**
 * Drops the faults of an object as a reference. Most objects may also be references, so ajv reports a missing `$ref` and each key
 * as well; a key that the object may not have is reported twice.
 */
function withoutReferenceForm(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isReferenceForm = (error: ErrorObject) =>
    error.keyword === "required" && error.params.missingProperty === "$ref";
  const places = new Set(errors.filter(isReferenceForm).map((error) => error.instancePath));
  const seen = new Set<string>();
  return errors.filter((error) => {
    if (!places.has(error.instancePath)) return true;
    if (isReferenceForm(error) || error.keyword === "oneOf") return false;
    if (error.keyword !== "additionalProperties") return true;
    const key = JSON.stringify([error.instancePath, error.params.additionalProperty]);
    const isSecond = seen.has(key);
    seen.add(key);
    return isSecond;
  });
}

/** In a union with a discriminator (`at: "config"`), keeps only the faults of the matching branch. */
function withoutBranches(errors: readonly ErrorObject[], document: JsonObject): readonly ErrorObject[] {
  let kept = [...errors];
  for (const union of errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")) {
    const value = memberAt(document, union.instancePath);
    const isOfUnion = (error: ErrorObject) =>
      error !== union &&
      error.schemaPath.startsWith(`${union.schemaPath}/`) &&
      `${error.instancePath}/`.startsWith(`${union.instancePath}/`);
    const inside = kept.filter(isOfUnion);
    const words = inside.filter(
      ({ keyword, instancePath }) => keyword === "const" && instancePath !== union.instancePath,
    );
    if (words.length === 0 || !isObject(value as JsonValue)) continue;
    const branchOf = ({ schemaPath }: ErrorObject) =>
      schemaPath.slice(union.schemaPath.length + 1).split("/")[0];
    const wrong = new Set(words.map(branchOf));
    const right = inside.filter((error) => !wrong.has(branchOf(error)));
    const [word] = words;
    const allowedValues = words.map(({ params }) => params.allowedValue);
    const reported =
      right.length > 0 || word === undefined
        ? right
        : [{ ...word, keyword: "enum", params: { allowedValues } }];
    kept = [...kept.filter((error) => error !== union && !isOfUnion(error)), ...reported];
  }
  return kept;
}
