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
import { isObject, type JsonObject, type JsonValue, list, member, own, text } from "./json-value.ts";

/** Reads a checked document into the form that emitters use. */
export function readContract(document: JsonObject): Contract {
  const info = member(document, "info");
  const components = member(document, "components");
  const schemas = new Map(Object.entries(member(components, "schemas")).filter(hasObject));
  return {
    title: text(info, "title"),
    version: text(info, "version"),
    methods: list(document, "methods").map((method) => readMethod(method, components, schemas)),
    schemas,
    errors: Object.entries(member(components, "errors")).filter(hasObject).map(readError),
  };
}

function readMethod(method: JsonObject, components: JsonObject, schemas: Contract["schemas"]): Method {
  const name = text(method, "name");
  const field = <Value>(key: string): Value | undefined => own(method, key) as Value | undefined;
  const params = list(method, "params").map((param) => readParam(param, schemas));
  return {
    name,
    aliases: namesIn(field("x-aliases")),
    summary: text(method, "summary"),
    description: text(method, "description"),
    deprecated: own(method, "deprecated") === true,
    category: readCategory(method, components),
    kind: field("x-kind") ?? "ledger",
    effect: field("x-effect") ?? "read",
    origin: field("x-origin"),
    params,
    result: member(member(method, "result"), "schema"),
    examples: list(method, "examples").map(readExample),
    ...readConfig(field("x-config")),
    commitment: field("x-commitment"),
    exactlyOneOf: undefined,
    atLeastOneOf: undefined,
    ...field<Partial<Pick<Method, "exactlyOneOf" | "atLeastOneOf">>>("x-alternatives"),
    refuses: field("x-refuses"),
    wrapped: own(method, "x-wrapped") === true,
    paramsByName: params.some(({ place }) => place.at === "name"),
    upstreamNames: field("x-upstream-names") ?? [name],
    cache: field("x-cache") ?? { class: "never" },
    merge: field("x-merge"),
    from: field("x-from"),
    slotAt: field("x-slot-at"),
    history: field("x-history"),
    heavy: own(method, "x-heavy") === true,
    networks: field("x-networks"),
    providers: field("x-providers"),
    ...readNodeReleases(method),
    tool: field("x-tool"),
    subscription: field("x-subscription"),
    typedBy: field("x-typed-by"),
  };
}

function readParam(param: JsonObject, schemas: Contract["schemas"]): Param {
  const field = <Value>(key: string): Value | undefined => own(param, key) as Value | undefined;
  const aliases = own(param, "x-aliases");
  const given = own(param, "x-default");
  const from = isObject(given) ? text(given, "from") : undefined;
  const inSchema = own(resolveSchema({ schemas }, member(param, "schema")), "default");
  return {
    name: text(param, "name"),
    summary: text(param, "summary"),
    required: own(param, "required") === true,
    schema: member(param, "schema"),
    place: field("x-ledger") ?? { at: "handler" },
    aliases: namesIn(aliases),
    aliasFields: isObject(aliases) ? (aliases as Readonly<Record<string, string>>) : undefined,
    default: from === undefined ? (given ?? inSchema) : inSchema,
    defaultFrom: from,
    providers: field("x-providers"),
    toolText: field<{ readonly description?: string }>("x-tool")?.description,
    ...readNodeReleases(param),
  };
}

function readExample(example: JsonObject): Example {
  const result = own(example, "result");
  return {
    name: text(example, "name"),
    params: new Map(
      list(example, "params").map((param) => [text(param, "name"), own(param, "value") ?? null]),
    ),
    result: isObject(result) ? own(result, "value") : undefined,
  };
}

function readError([name, error]: readonly [string, JsonObject]): ContractError {
  return {
    name,
    code: Number(own(error, "code")),
    message: text(error, "message"),
    otherUpstream: own(error, "x-other-upstream") === true,
    ...readNodeReleases(error),
  };
}

/** Reads in which releases a method, a parameter, a field or an error exists. */
export function readNodeReleases(described: JsonObject): NodeReleases {
  const releases = member(described, "x-releases");
  const release = (key: string) => text(releases, key) || undefined;
  return { since: release("since"), until: release("until") };
}

/** Name of the method's first tag, which may be a reference to components.tags. */
function readCategory(method: JsonObject, components: JsonObject): string {
  const [tag] = list(method, "tags");
  if (tag === undefined) return "";
  const $ref = text(tag, "$ref");
  return $ref === ""
    ? text(tag, "name")
    : text(member(member(components, "tags"), $ref.split("/").at(-1) ?? ""), "name");
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
