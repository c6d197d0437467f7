import { type Contract, refName, resolveSchema } from "../../../codegen/contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../codegen/contract/json-value.ts";
import { nodeReleasesText } from "../../../codegen/contract/node-releases-text.ts";
import { readNodeReleases } from "../../../codegen/contract/read-contract.ts";
import { element } from "../../shared/element.ts";
import { schemaLabel } from "../contract/schema-label.ts";

type Schemas = Pick<Contract, "schemas">;

/** A schema that can be opened level by level; what is inside is made when it is first opened. */
export function schemaView(contract: Schemas, schema: JsonObject, title: string, open = false): HTMLElement {
  const details = element(
    "details",
    { class: "schema" },
    element("summary", {}, title, " ", element("code", { class: "soft" }, schemaLabel(contract, schema))),
  );
  let filled = false;
  const fill = (): void => {
    if (filled || !details.open) return;
    filled = true;
    details.append(schemaBody(contract, schema));
  };
  details.addEventListener("toggle", fill);
  if (open) {
    details.open = true;
    fill();
  }
  return details;
}

function schemaBody(contract: Schemas, given: JsonObject): HTMLElement {
  const schema = resolveSchema(contract, given);
  const { properties, items, anyOf, additionalProperties } = schema;
  const about = aboutText(given, schema);
  const rules = rulesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return element(
    "div",
    { class: "schema-body" },
    about === undefined ? undefined : element("p", { class: "small" }, about),
    rules.length === 0
      ? undefined
      : element(
          "ul",
          { class: "rules small soft" },
          rules.map((rule) => element("li", {}, rule)),
        ),
    isObject(properties)
      ? Object.entries(properties).map(([name, member]) =>
          part(contract, member, name, required.includes(name)),
        )
      : undefined,
    isObject(additionalProperties) ? part(contract, additionalProperties, "any other key", false) : undefined,
    Array.isArray(items)
      ? items.map((item, index) => part(contract, item, `item ${index + 1}`, false))
      : part(contract, items, "each item", false),
    Array.isArray(anyOf)
      ? anyOf.map((branch, index) => part(contract, branch, index === 0 ? "either" : "or", false))
      : undefined,
  );
}

/** What a value is, and in which releases of the node it exists. */
function aboutText(given: JsonObject, found: JsonObject): string | undefined {
  const { description } = found;
  const releases = nodeReleasesText(readNodeReleases(given));
  const parts = [typeof description === "string" ? description : undefined, releases];
  const text = parts.filter((part) => part !== undefined).join(" ");
  return text === "" ? undefined : text;
}

/** One inner schema: a line if there is nothing more to tell, else something to open. */
function part(
  contract: Schemas,
  schema: JsonValue | undefined,
  title: string,
  required: boolean,
): HTMLElement | undefined {
  if (!isObject(schema)) return undefined;
  const name = required ? `${title} *` : title;
  const found = resolveSchema(contract, schema);
  const isPlain = refName(schema) === undefined && !hasParts(found) && rulesOf(found).length === 0;
  if (!isPlain) return schemaView(contract, schema, name);
  const about = aboutText(schema, found);
  return element(
    "div",
    { class: "schema-line" },
    name,
    " ",
    element("code", { class: "soft" }, schemaLabel(contract, schema)),
    about === undefined ? undefined : element("span", { class: "soft small" }, ` ${about}`),
  );
}

function hasParts({ properties, items, anyOf, additionalProperties }: JsonObject): boolean {
  return isObject(properties) || items !== undefined || anyOf !== undefined || isObject(additionalProperties);
}

const ruleTexts: readonly (readonly [key: string, text: (value: string) => string])[] = [
  ["format", (value) => `format ${value}`],
  ["minimum", (value) => `at least ${value}`],
  ["maximum", (value) => `at most ${value}`],
  ["minLength", (value) => `at least ${value} characters`],
  ["maxLength", (value) => `at most ${value} characters`],
  ["minItems", (value) => `at least ${value} items`],
  ["maxItems", (value) => `at most ${value} items`],
  ["pattern", (value) => `matches ${value}`],
];

function rulesOf(schema: JsonObject): string[] {
  const rules = ruleTexts.flatMap(([key, ruleText]) => {
    const value = schema[key];
    return value === undefined ? [] : [ruleText(String(value))];
  });
  const { enum: words } = schema;
  if (Array.isArray(words)) rules.push(`one of ${words.map((word) => JSON.stringify(word)).join(", ")}`);
  return rules;
}
