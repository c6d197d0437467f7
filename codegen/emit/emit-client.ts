import { type Contract, type Method, refName } from "../contract/contract.ts";
import { type JsonValue, toPlain } from "../contract/json-value.ts";
import { type LiteralValue, literal, propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { nodeReleasesText } from "../contract/node-releases-text.ts";
import { formFile, valueType } from "../contract/result-forms.ts";
import { type SubscriptionPair, subscriptionPairs } from "../contract/subscription-pairs.ts";
import { emitClientShapes } from "./client-shapes.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";

const typesFile = "./types.ts";

/** Emits the types and tables of the typed client. */
export function emitClient(contract: Contract): string {
  const printer = new Printer("emit-client.ts", [
    "Types and tables of the typed client. The interfaces are only types, and the tables only data: methods have no code.",
    "clientShapes says where a result or notification has 64-bit integers (src/client/json/shape.ts); methods and",
    "notifications without any are left out.",
  ]);
  const pairs = subscriptionPairs(contract);
  const ledger = methodsOf(contract, "ledger");
  emitMethodTypes(printer, ["LedgerMethods", "Methods that a ledger answers."], ledger);
  const network = methodsOf(contract, "network");
  emitMethodTypes(printer, ["NetworkMethods", "Methods about the gateway's networks."], network);
  emitSubscriptionTypes(printer, pairs);
  emitTables(printer, contract, pairs);
  emitClientShapes(printer, contract, pairs);
  return printer.toString();
}

export default component("client.ts", emitClient);

function methodsOf(contract: Contract, kind: Method["kind"]): readonly Method[] {
  return contract.methods.filter((method) => method.kind === kind);
}

/** Emits an interface of methods; `nameOf` is a method's name in it, `resultOf` the type of its result. */
function emitMethodTypes(
  printer: Printer,
  [name, doc]: readonly [name: string, doc: string],
  methods: readonly Method[],
  nameOf: (method: Method) => string = (method) => method.name,
  resultOf: (method: Method) => string = (method) => `${typeName(method.name)}Result`,
): void {
  const from = "../src/client/shared/client-table.ts";
  printer.doc(doc);
  // The compiler accepts an unused type parameter only if its name begins with an underscore.
  const where = methods.length === 0 ? "_Where" : "Where";
  printer.line(`export interface ${name}<${where} extends ${printer.type("CallStyle", from)}> {`);
  for (const method of methods) {
    const [choices, params] = typedParams(printer, method);
    const result = `${printer.type(resultOf(method), typesFile)}${formType(printer, method)}`;
    const answer = `${printer.type("Answer", from)}<${where}, ${result}>`;
    printer.doc(commentOf(method));
    printer.line(
      `${propertyKey(nameOf(method))}${choices}(${params}, ...options: ${where}["options"]): ${answer};`,
    );
  }
  printer.line("}\n");
}

/** The doc comment of a method: all that the document says about it. */
function commentOf(method: Method): string {
  const { summary, description, deprecated } = method;
  const parts = [`${summary}.`, description, nodeReleasesText(method)].filter(
    (part) => part !== undefined && part !== "",
  );
  return `${parts.join("\n\n")}${deprecated ? "\n@deprecated" : ""}`;
}

function emitSubscriptionTypes(printer: Printer, pairs: readonly SubscriptionPair[]): void {
  const byMethod = new Map(pairs.map((pair) => [pair.subscribe, pair]));
  const doc = "Subscriptions, by the stem of their methods: `account` for accountSubscribe.";
  emitMethodTypes(
    printer,
    ["Subscriptions", doc],
    [...byMethod.keys()],
    (method) => byMethod.get(method)?.stem ?? method.name,
    (method) => {
      const { notification, payload } = byMethod.get(method)?.rule ?? {};
      return refName(payload) ?? typeName(notification ?? method.name);
    },
  );
}

/** Type parameters for the choices that a method's result depends on, and the parameter that has them. */
function typedParams(printer: Printer, method: Method): readonly [choices: string, param: string] {
  const params = printer.type(`${typeName(method.name)}Params`, typesFile);
  const optional = method.params.some(({ required }) => required) ? "" : "?";
  const choices = choicesOf(method);
  if (choices.length === 0) return ["", `params${optional}: ${params}`];
  const types = choices.map(({ name, absent }) => {
    const orAbsent = absent === null ? " | undefined" : "";
    return `const ${choiceName(name)} extends ${rangeType(printer, method, name)}${orAbsent} = ${valueType(absent)}`;
  });
  const chosen = choices.map(({ name, absent }) => {
    const type = absent === null ? `NonNullable<${choiceName(name)}>` : choiceName(name);
    return `${propertyKey(name)}?: ${type}`;
  });
  return [`<${types.join(", ")}>`, `params${optional}: ${params} & { ${chosen.join("; ")} }`];
}

/** The form of a method's result: the caller's choices, or their defaults. */
function formType(printer: Printer, method: Method): string {
  if (method.typedBy === undefined) return "";
  const made = new Map(choicesOf(method).map(({ name, absent }) => [name, absent]));
  const members = Object.entries(method.typedBy).map(([name, value]) => {
    const chosen = printer.type("Chosen", formFile);
    const type = !made.has(name)
      ? valueType(value)
      : value === null
        ? `${chosen}<${choiceName(name)}, ${rangeType(printer, method, name)}>`
        : choiceName(name);
    return `${propertyKey(name)}: ${type}`;
  });
  return `<{ ${members.join("; ")} }>`;
}

/** The choices that are parameters, with their defaults. */
function choicesOf({ typedBy = {}, params }: Method): readonly { name: string; absent: JsonValue }[] {
  return Object.entries(typedBy)
    .filter(([name]) => params.some((param) => param.name === name))
    .map(([name, absent]) => ({ name, absent }));
}

function choiceName(name: string): string {
  return `${typeName(name)}Choice`;
}

/** The type of a parameter's values: that of the shared schema if it has one. */
function rangeType(printer: Printer, method: Method, param: string): string {
  const words = refName(method.params.find(({ name }) => name === param)?.schema);
  if (words !== undefined) return printer.type(words, typesFile);
  return `NonNullable<${typeName(method.name)}Params[${JSON.stringify(param)}]>`;
}

function emitTables(printer: Printer, contract: Contract, pairs: readonly SubscriptionPair[]): void {
  const methodType = printer.type("ClientMethod", "../src/client/shared/client-table.ts");
  const pairType = printer.type("SubscriptionRow", "../src/client/shared/client-table.ts");
  const callStyle = printer.type("CallStyle", "../src/client/shared/client-table.ts");
  printer.doc("Name of every method of the client.");
  printer.line(
    `export type ClientMethodName = keyof LedgerMethods<${callStyle}> | keyof NetworkMethods<${callStyle}>;\n`,
  );
  printer.doc("Every method of the client.");
  printer.line(`export const clientMethods: Readonly<Record<ClientMethodName, ${methodType}>> = {`);
  for (const method of [...methodsOf(contract, "ledger"), ...methodsOf(contract, "network")]) {
    const read = method.effect === "read" || method.effect === "simulate";
    const network = method.kind === "network" ? true : undefined;
    const required = method.params.filter((param) => param.required).map(({ name }) => name);
    printer.line(
      `${propertyKey(method.name)}: ${literal({ read, network, required: required.length === 0 ? undefined : required })},`,
    );
  }
  printer.line("};\n");
  printer.doc("Every subscription of the client.");
  printer.line(
    `export const clientSubscriptions: Readonly<Record<keyof Subscriptions<${callStyle}>, ${pairType}>> = {`,
  );
  for (const pair of pairs)
    printer.line(`${propertyKey(pair.stem)}: ${literal(clientSubscriptionRow(pair))},`);
  printer.line("};\n");
  printer.doc("Codes of the errors of a ledger or the gateway, by name.");
  const codes = contract.errors.map(({ name, code }): [string, number] => [name, code]);
  printer.line(`export const clientErrors = ${literal(Object.fromEntries(codes))} as const;\n`);
}

function clientSubscriptionRow({ subscribe, unsubscribe, rule }: SubscriptionPair): LiteralValue {
  const positions: string[] = [];
  const fields: Record<string, string> = {};
  for (const { name, place } of subscribe.params) {
    if (place.at === "position") positions[place.index] = name;
    if (place.at === "config" && place.field !== name) fields[name] = place.field;
  }
  return {
    subscribe: subscribe.name,
    unsubscribe: unsubscribe.name,
    notification: rule.notification,
    slowReader: rule.slowReader,
    oneShot: rule.oneShot ? true : undefined,
    positions,
    fields: Object.keys(fields).length === 0 ? undefined : fields,
    defaults: defaultsOf(subscribe),
  };
}

/** Defaults of parameters, lowered where another parameter's word would make upstreams refuse them. */
function defaultsOf({ params, refuses = [] }: Method): LiteralValue {
  const defaults = params.flatMap((param) => {
    if (param.default === undefined) return [];
    const { name, default: value } = param;
    for (const { when } of refuses) {
      const { [name]: own, ...others } = when;
      const [beside, condition] = Object.entries(others)[0] ?? [];
      if (typeof own !== "object" || !("minimum" in own) || beside === undefined) continue;
      if (typeof condition !== "object" || !("in" in condition)) continue;
      const words = condition.in.map((word) => String(JSON.parse(word)));
      return [{ name, value: toPlain(value), lower: { beside, words, value: own.minimum - 1 } }];
    }
    return [{ name, value: toPlain(value) }];
  });
  return defaults.length === 0 ? undefined : (defaults as LiteralValue);
}
