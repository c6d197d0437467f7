import type { ConfigRule } from "../../src/contract/method-description.ts";
import {
  type Contract,
  type ContractError,
  type Example,
  type Method,
  type NodeReleases,
  type Param,
  resolveSchema,
} from "./contract.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectMember,
  objectsIn,
  ownMember,
  textMember,
} from "./json-value.ts";

/** Reads a checked document into the form that emitters use. */
export function readContract(document: JsonObject): Contract {
  const info = objectMember(document, "info");
  const components = objectMember(document, "components");
  const schemas = new Map(Object.entries(objectMember(components, "schemas")).filter(hasObject));
  return {
    title: textMember(info, "title"),
    version: textMember(info, "version"),
    methods: objectsIn(document, "methods").map((method) => readMethod(method, components, schemas)),
    schemas,
    errors: Object.entries(objectMember(components, "errors")).filter(hasObject).map(readError),
  };
}

function readMethod(method: JsonObject, components: JsonObject, schemas: Contract["schemas"]): Method {
  const name = textMember(method, "name");
  const field = <Value>(key: string): Value | undefined => ownMember(method, key) as Value | undefined;
  const params = objectsIn(method, "params").map((param) => readParam(param, schemas));
  return {
    name,
    aliases: namesIn(field("x-aliases")),
    summary: textMember(method, "summary"),
    description: textMember(method, "description"),
    deprecated: ownMember(method, "deprecated") === true,
    category: readCategory(method, components),
    kind: field("x-kind") ?? "ledger",
    effect: field("x-effect") ?? "read",
    origin: field("x-origin"),
    params,
    result: objectMember(objectMember(method, "result"), "schema"),
    examples: objectsIn(method, "examples").map(readExample),
    ...readConfig(field("x-config")),
    commitment: field("x-commitment"),
    exactlyOneOf: undefined,
    atLeastOneOf: undefined,
    ...field<Partial<Pick<Method, "exactlyOneOf" | "atLeastOneOf">>>("x-alternatives"),
    refuses: field("x-refuses"),
    isWrapped: ownMember(method, "x-wrapped") === true,
    hasNamedParams: params.some(({ place }) => place.at === "name"),
    upstreamNames: field("x-upstream-names") ?? [name],
    cache: field("x-cache") ?? { class: "never" },
    merge: field("x-merge"),
    from: field("x-from"),
    slotAt: field("x-slot-at"),
    history: field("x-history"),
    isHeavy: ownMember(method, "x-heavy") === true,
    networks: field("x-networks"),
    providers: field("x-providers"),
    ...readNodeReleases(method),
    tool: field("x-tool"),
    subscription: field("x-subscription"),
    typedBy: field("x-typed-by"),
  };
}

function readParam(param: JsonObject, schemas: Contract["schemas"]): Param {
  const field = <Value>(key: string): Value | undefined => ownMember(param, key) as Value | undefined;
  const aliases = ownMember(param, "x-aliases");
  const xDefault = ownMember(param, "x-default");
  const from = isObject(xDefault) ? textMember(xDefault, "from") : undefined;
  const inSchema = ownMember(resolveSchema({ schemas }, objectMember(param, "schema")), "default");
  return {
    name: textMember(param, "name"),
    summary: textMember(param, "summary"),
    required: ownMember(param, "required") === true,
    schema: objectMember(param, "schema"),
    place: field("x-ledger") ?? { at: "handler" },
    aliases: namesIn(aliases),
    aliasFields: isObject(aliases) ? (aliases as Readonly<Record<string, string>>) : undefined,
    default: from === undefined ? (xDefault ?? inSchema) : inSchema,
    defaultFrom: from,
    providers: field("x-providers"),
    toolText: field<{ readonly description?: string }>("x-tool")?.description,
    ...readNodeReleases(param),
  };
}

function readExample(example: JsonObject): Example {
  const result = ownMember(example, "result");
  return {
    name: textMember(example, "name"),
    params: new Map(
      objectsIn(example, "params").map((param) => [
        textMember(param, "name"),
        ownMember(param, "value") ?? null,
      ]),
    ),
    result: isObject(result) ? ownMember(result, "value") : undefined,
  };
}

function readError([name, error]: readonly [string, JsonObject]): ContractError {
  return {
    name,
    code: Number(ownMember(error, "code")),
    message: textMember(error, "message"),
    otherUpstream: ownMember(error, "x-other-upstream") === true,
    ...readNodeReleases(error),
  };
}

/** Reads the releases in which a method, a parameter, a field or an error exists. */
export function readNodeReleases(described: JsonObject): NodeReleases {
  const releases = objectMember(described, "x-releases");
  const release = (key: string) => textMember(releases, key) || undefined;
  return { since: release("since"), until: release("until") };
}

/** Name of the method's first tag, which may be a reference to components.tags. */
function readCategory(method: JsonObject, components: JsonObject): string {
  const [tag] = objectsIn(method, "tags");
  if (tag === undefined) return "";
  const $ref = textMember(tag, "$ref");
  return $ref === ""
    ? textMember(tag, "name")
    : textMember(objectMember(objectMember(components, "tags"), $ref.split("/").at(-1) ?? ""), "name");
}

function readConfig(
  written: (ConfigRule & { readonly word?: string }) | undefined,
): Pick<Method, "config" | "legacyWord"> {
  if (written === undefined) return { config: undefined, legacyWord: undefined };
  const { word, ...config } = written;
  return { config, legacyWord: word === undefined ? undefined : { index: config.index, field: word } };
}

function namesIn(aliases: JsonValue | undefined): readonly string[] {
  return Array.isArray(aliases) ? (aliases as string[]) : [];
}

function hasObject(entry: readonly [string, JsonValue]): entry is [string, JsonObject] {
  return isObject(entry[1]);
}
