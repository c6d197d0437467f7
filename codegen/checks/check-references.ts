import { refName } from "../contract/contract.ts";
import { memberAt } from "../contract/contract-fault.ts";
import { isObject, type JsonObject, type JsonValue, objectMember } from "../contract/json-value.ts";

/** What is wrong at a JSON pointer into the document. */
export interface PlacedFault {
  readonly pointer: string;
  readonly message: string;
}

/** Finds references that are broken, leave the document, or form a cycle. */
export function checkReferences(document: JsonObject): readonly PlacedFault[] {
  const broken = [...references(document, "")].flatMap(({ pointer, reference }): PlacedFault[] => {
    const message = problemOf(document, pointer, reference);
    return message === undefined ? [] : [{ pointer, message }];
  });
  const inCycle = cycles(objectMember(objectMember(document, "components"), "schemas")).map((cycle) => ({
    pointer: `/components/schemas/${cycle[0]}`,
    message: `refers to itself: ${cycle.join(" → ")}; break the cycle`,
  }));
  return [...broken, ...inCycle];
}

function problemOf(document: JsonObject, pointer: string, reference: string): string | undefined {
  if (!reference.startsWith("#/"))
    return `refers to ${reference}; only parts of this document ("#/...") can be used`;
  if (memberAt(document, reference.slice(1)) === undefined)
    return `refers to ${reference}, which does not exist`;
  if (/^\/methods\/\d+\/(?:params\/\d+|result|examples\/\d+)$/.test(pointer)) {
    return `refers to ${reference}; parameters, results and examples must be written out here`;
  }
  const isSchema = !/^\/methods\/\d+\/(?:tags|errors|links|servers)\//.test(pointer);
  if (isSchema && !/^#\/components\/schemas\/[^/]+$/.test(reference)) {
    return `refers to ${reference}; a schema refers to "#/components/schemas/<name>"`;
  }
  return undefined;
}

/** Every `$ref`, with the pointer of its object. Values of examples are data. */
function* references(
  value: JsonValue,
  pointer: string,
): Generator<{ readonly pointer: string; readonly reference: string }> {
  if (/^\/methods\/\d+\/examples\/\d+\/(?:params\/\d+|result)\/value$/.test(pointer)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* references(item, `${pointer}/${index}`);
  } else if (isObject(value)) {
    const { $ref } = value;
    if (typeof $ref === "string") yield { pointer, reference: $ref };
    for (const [key, inner] of Object.entries(value)) {
      yield* references(inner, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  }
}

/** Cycles of shared schemas, as lists of names. */
function cycles(schemas: JsonObject): readonly (readonly string[])[] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name);
    if (start >= 0) {
      found.push([...path.slice(start), name]);
      return;
    }
    if (done.has(name)) return;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema !== undefined) for (const next of namesIn(schema)) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of Object.keys(schemas)) visit(name, []);
  return found;
}

function namesIn(schema: JsonValue): ReadonlySet<string> {
  const names = [...references(schema, "")].map(({ reference }) => refName({ $ref: reference }));
  return new Set(names.filter((name) => name !== undefined));
}
