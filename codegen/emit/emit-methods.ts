import { stringifyLossless } from "../../src/json/lossless.ts";
import { type Contract, type Method, type Param, refName, resolveSchema } from "../contract/contract.ts";
import type { JsonValue } from "../contract/json-value.ts";
import { Expression, type LiteralValue, literal, literalUnion, propertyKey } from "../contract/literal.ts";
import { component } from "./component.ts";
import { ParamSchemas } from "./param-schemas.ts";
import { Printer } from "./printer.ts";
import { resultKinds } from "./result-kinds.ts";
import { SharedParams } from "./shared-params.ts";

const descriptions = "../src/contract/method-description.ts";

/** Emits the gateway's table of methods, and the ledger's errors. */
export function emitMethods(contract: Contract): string {
  const printer = new Printer("emit-methods.ts", [
    "The methods as the gateway runs them. Parameters that several methods share are above the table.",
  ]);
  const { methods } = contract;
  const params = new SharedParams(contract, new ParamSchemas(contract));
  const rows = methods.map(
    (method) => `${propertyKey(method.name)}: ${literal(methodRow(contract, params, method))},`,
  );
  const nameTypes = [
    ["LedgerMethodName", "Methods that a ledger answers.", "ledger"],
    ["NetworkMethodName", "Methods about the gateway's own networks.", "network"],
    ["SubscribeMethodName", "Methods that begin a subscription.", "subscribe"],
    ["UnsubscribeMethodName", "Methods that end a subscription.", "unsubscribe"],
  ] as const;

  for (const [name, doc, kind] of nameTypes) {
    const names = methods.filter((method) => method.kind === kind).map((method) => method.name);
    printer.doc(doc);
    printer.line(`export type ${name} = ${literalUnion(names)};\n`);
  }
  printer.doc("Every method of the document.");
  printer.line(`export type MethodName = ${nameTypes.map(([name]) => name).join(" | ")};\n`);
  if (params.all.length > 0) printer.namespace("validators", "./validators.ts");
  const paramType = printer.type("ParamDescription", "../src/contract/param-description.ts");
  for (const { name, code } of params.all) printer.line(`const ${name}: ${paramType} = ${code};`);
  printer.line();
  printer.doc("Every method of the document, in its order.");
  const rowType = printer.type("MethodDescription", descriptions);
  printer.line(
    `export const methods: Readonly<Record<MethodName, ${rowType}>> = {\n${rows.join("\n")}\n};\n`,
  );
  const newest = contract.schemas.get("SupportedTransactionVersion")?.default;
  if (newest !== undefined) {
    printer.doc("Newest version of a transaction that the gateway knows.");
    printer.line(`export const newestTransactionVersion = ${stringifyLossless(newest)};\n`);
  }
  printer.doc("How many methods there are of each kind.");
  const counts = nameTypes.map(([, , kind]) => [
    kind,
    methods.filter((method) => method.kind === kind).length,
  ]);
  printer.line(`export const methodCounts = ${literal(Object.fromEntries(counts))} as const;\n`);
  printer.doc("Codes of a ledger's errors, and whether another upstream may answer instead.");
  const errors = contract.errors.map(({ code, otherUpstream }) => `[${code}, ${otherUpstream}],`);
  printer.line(
    `export const ledgerErrors: ReadonlyMap<number, boolean> = new Map([\n${errors.join("\n")}\n]);`,
  );
  return printer.toString();
}

export default component("methods.ts", emitMethods);

const absent = new Expression("undefined");

function methodRow(contract: Contract, params: SharedParams, method: Method): LiteralValue {
  const { legacyWord, subscription } = method;
  return {
    name: method.name,
    aliases: method.aliases,
    category: method.category,
    kind: method.kind,
    effect: method.effect,
    origin: method.origin ?? absent,
    params: method.params.map((param) => params.constantOf(method, param)),
    config: literalOf(method.config),
    commitment: literalOf(method.commitment),
    legacyWord:
      legacyWord === undefined
        ? absent
        : { ...legacyWord, words: wordsOf(contract, method, legacyWord.field) },
    exactlyOneOf: method.exactlyOneOf ?? absent,
    atLeastOneOf: method.atLeastOneOf ?? absent,
    refuses: method.refuses?.map(({ when, message }) => ({ when: { ...when }, message })) ?? absent,
    isWrapped: method.isWrapped,
    resultKinds: resultKinds(contract, method),
    hasNamedParams: method.hasNamedParams,
    upstreamNames: method.upstreamNames,
    cache: literalOf(method.cache),
    merge: literalOf(method.merge),
    from: literalOf(method.from),
    answerIsSignature: answerIsSignature(method),
    answerHasBlockhash: answerHasBlockhash(contract, method),
    slotAt: slotAt(contract, method),
    history: method.history ?? absent,
    takesMinContextSlot: method.params.some(takesMinContextSlot),
    isHeavy: method.isHeavy,
    networks: method.networks ?? absent,
    providers: method.providers ?? absent,
    subscription: subscription?.notification === undefined ? absent : subscriptionRule(subscription),
  };
}

/** Where answers have their slot: as the document says, else in the context if it is required. */
function slotAt(contract: Contract, { slotAt, result }: Method): LiteralValue {
  if (typeof slotAt === "object") return literalOf(slotAt);
  const { required } = resolveSchema(contract, result);
  return slotAt ?? (Array.isArray(required) && required.includes("context") ? "context" : absent);
}

/** True if a send or an airdrop returns a signature, by its result schema. */
function answerIsSignature({ effect, result }: Method): boolean {
  return (effect === "send" || effect === "airdrop") && refName(result) === "Signature";
}

/** True if the result has a blockhash with its last block height. */
function answerHasBlockhash(contract: Contract, { result }: Method): boolean {
  const { properties } = resolveSchema(contract, result);
  const isObject = typeof properties === "object" && properties !== null && !Array.isArray(properties);
  return (
    isObject && refName((properties as { readonly [key: string]: JsonValue }).value) === "BlockhashLifetime"
  );
}

function literalOf(value: object | undefined): LiteralValue {
  return value === undefined ? absent : ({ ...value } as { readonly [key: string]: LiteralValue });
}

function subscriptionRule(subscription: NonNullable<Method["subscription"]>): LiteralValue {
  const { notification, pair, slowReader, oneShot, steady, polledAs } = subscription;
  return { notification, pair, slowReader, oneShot, steady: steady === true, polledAs: polledAs ?? absent };
}

/** The words of the config field, which tell a legacy word from another parameter's value. */
function wordsOf(contract: Contract, method: Method, field: string): readonly string[] {
  const param = method.params.find(({ place }: Param) => place.at === "config" && place.field === field);
  const words = param === undefined ? undefined : resolveSchema(contract, param.schema).enum;
  return Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
}

/** True if all nodes know the field. Older nodes would ignore it. */
function takesMinContextSlot({ place, since, until }: Param): boolean {
  return (
    place.at === "config" && place.field === "minContextSlot" && since === undefined && until === undefined
  );
}
