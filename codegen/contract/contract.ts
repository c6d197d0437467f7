import type { MethodDescription, SubscriptionRule } from "../../src/contract/method-description.ts";
import type { ParamTarget } from "../../src/contract/param-description.ts";
import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** The document as emitters read it: `$ref`s and digits are kept, and `x-` fields have names and types. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly methods: readonly Method[];
  /** components.schemas, by name. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly errors: readonly ContractError[];
}

/** Fields that are the same in `MethodDescription`. */
type SharedField =
  | "name"
  | "aliases"
  | "kind"
  | "effect"
  | "origin"
  | "config"
  | "commitment"
  | "exactlyOneOf"
  | "atLeastOneOf"
  | "refuses"
  | "isWrapped"
  | "hasNamedParams"
  | "upstreamNames"
  | "cache"
  | "merge"
  | "from"
  | "slotAt"
  | "history"
  | "isHeavy"
  | "networks"
  | "providers";

/** The releases of the node's core in which something exists: from `since` on, before `until`. */
export interface NodeReleases {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** One method of the document. */
export interface Method extends NodeReleases, Pick<MethodDescription, SharedField> {
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** Name of its first tag. */
  readonly category: string;
  readonly params: readonly Param[];
  readonly result: JsonObject;
  readonly examples: readonly Example[];
  readonly legacyWord: { readonly index: number; readonly field: string } | undefined;
  readonly subscription: ContractSubscription | undefined;
  /** The default of each choice that the result depends on; null if there is none. */
  readonly typedBy: Readonly<Record<string, JsonValue>> | undefined;
  readonly tool: MethodTool | undefined;
}

/** The rule of a subscription, and the schema of its notifications. An unsubscribe method has only the pair. */
export interface ContractSubscription extends Partial<SubscriptionRule> {
  readonly pair: string;
  readonly payload?: JsonObject;
}

/** One parameter of a method. */
export interface Param extends NodeReleases {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly place: ParamTarget;
  readonly aliases: readonly string[];
  readonly aliasFields: Readonly<Record<string, string>> | undefined;
  readonly default: JsonValue | undefined;
  readonly defaultFrom: string | undefined;
  readonly providers: readonly string[] | undefined;
  /** Text for models instead of the summary. */
  readonly toolText: string | undefined;
}

/** Hints and texts of a method for the tool protocol. */
interface MethodTool {
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly description?: string;
  /** The equivalent method that is listed instead of this one. */
  readonly doubleOf?: string;
  /** Callable by name, but not listed. */
  readonly unlisted?: true;
  /** What a call does, for the user who must confirm it. */
  readonly asks?: string;
  /** Everyday words by which the search finds it. */
  readonly words?: string;
}

/** One example: parameters by name, and the result if there is one. */
export interface Example {
  readonly name: string;
  readonly params: ReadonlyMap<string, JsonValue>;
  readonly result: JsonValue | undefined;
}

/** One entry of components.errors. */
export interface ContractError extends NodeReleases {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly otherUpstream: boolean;
}

/** True if the gateway has a handler for a method. Other calls are forwarded under a name that nodes know. */
export function hasHandler({ kind, origin, name, upstreamNames }: Method): boolean {
  if (origin === "composed" || origin === "legacy") return upstreamNames[0] === name;
  return origin === "extended" || kind === "network";
}

const refPrefix = "#/components/schemas/";

/** Name of the shared schema that a schema refers to; undefined if it is not a reference. */
export function refName(schema: JsonValue | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref } = schema;
  return typeof $ref === "string" && $ref.startsWith(refPrefix) ? $ref.slice(refPrefix.length) : undefined;
}

/** The schema, or the shared schema to which it refers. */
export function resolveSchema(contract: Pick<Contract, "schemas">, schema: JsonObject): JsonObject {
  let found = schema;
  for (let name = refName(found); name !== undefined; name = refName(found)) {
    const target = contract.schemas.get(name);
    if (target === undefined) throw new Error(`no schema is called ${name}`);
    found = target;
  }
  return found;
}
