import type { Shape } from "../src/client/json/shape.ts";
import { component } from "./component.ts";
import { type Contract, type Method, refName } from "./contract.ts";
import { generationText } from "./generation-text.ts";
import type { JsonValue } from "./json-value.ts";
import { Expression, type LiteralValue, literal, propertyKey } from "./literal.ts";
import { constantName, NameTable, typeName } from "./names.ts";
import { Printer } from "./printer.ts";
import { formFile, valueType } from "./result-forms.ts";
import { shapeOf } from "./shape-of.ts";
import { type SubscriptionPair, subscriptionPairs } from "./subscription-pairs.ts";

const typesFile = "./types.ts";

/** Emits what the typed client is made of: types of its methods, and tables that it walks. */
export function emitClient(contract: Contract): string {
  const printer = new Printer("emit-client.ts", [
    "What the typed client is made of. The interfaces are types only; the tables are data, no method has a body.",
    "clientShapes says where the 64-bit integers of a result or notification stand (src/client/json/shape.ts); a method or",
    "notification that holds none is left out.",
  ]);
  const pairs = subscriptionPairs(contract);
  const ledger = methodsOf(contract, "ledger");
  emitMethodTypes(printer, ["LedgerMethods", "Methods that a ledger answers."], ledger);
  const network = methodsOf(contract, "network");
  emitMethodTypes(printer, ["NetworkMethods", "Methods about the gateway's networks."], network);
  emitSubscriptionTypes(printer, pairs);
  emitTables(printer, contract, pairs);
  emitShapes(printer, contract, pairs);
  return printer.toString();
}

export default component("client.ts", emitClient);

function methodsOf(contract: Contract, kind: Method["kind"]): readonly Method[] {
  return contract.methods.filter((method) => method.kind === kind);
}

/** An interface of methods; `nameOf` is the name of each there, `resultOf` the type that it has to give. */
function emitMethodTypes(
  printer: Printer,
  [name, doc]: readonly [name: string, doc: string],
  methods: readonly Method[],
  nameOf: (method: Method) => string = (method) => method.name,
  resultOf: (method: Method) => string = (method) => `${typeName(method.name)}Result`,
): void {
  const from = "../src/client/shared/place.ts";
  printer.doc(doc);
  // The compiler takes an unused parameter only under such a name.
  const where = methods.length === 0 ? "_Where" : "Where";
  printer.line(`export interface ${name}<${where} extends ${printer.type("Place", from)}> {`);
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

/** What an editor shows on a method: all that the document says of it. */
function commentOf(method: Method): string {
  const { summary, description, deprecated } = method;
  const parts = [`${summary}.`, description, generationText(method)].filter(
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

/** The choices that type a method's result, as type parameters, and its parameter, in which they stand. */
function typedParams(printer: Printer, method: Method): readonly [choices: string, param: string] {
  const params = printer.type(`${typeName(method.name)}Params`, typesFile);
  const optional = method.params.some(({ required }) => required) ? "" : "?";
  const choices = choicesOf(method);
  if (choices.length === 0) return ["", `params${optional}: ${params}`];
  const types = choices.map(({ name, absent }) => {
    const unmade = absent === null ? " | undefined" : "";
    return `const ${choiceName(name)} extends ${rangeType(printer, method, name)}${unmade} = ${valueType(absent)}`;
  });
  const chosen = choices.map(({ name, absent }) => {
    const type = absent === null ? `NonNullable<${choiceName(name)}>` : choiceName(name);
    return `${propertyKey(name)}?: ${type}`;
  });
  return [`<${types.join(", ")}>`, `params${optional}: ${params} & { ${chosen.join("; ")} }`];
}

/** The form of a method's result: the choices of its caller, and what holds without any. */
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

/** The choices that are parameters, each with what holds without it. */
function choicesOf({ typedBy = {}, params }: Method): readonly { name: string; absent: JsonValue }[] {
  return Object.entries(typedBy)
    .filter(([name]) => params.some((param) => param.name === name))
    .map(([name, absent]) => ({ name, absent }));
}

function choiceName(name: string): string {
  return `${typeName(name)}Choice`;
}

/** Everything that a parameter may be: its words by their name, where they have one. */
function rangeType(printer: Printer, method: Method, param: string): string {
  const words = refName(method.params.find(({ name }) => name === param)?.schema);
  if (words !== undefined) return printer.type(words, typesFile);
  return `NonNullable<${typeName(method.name)}Params[${JSON.stringify(param)}]>`;
}

function emitTables(printer: Printer, contract: Contract, pairs: readonly SubscriptionPair[]): void {
  const methodType = printer.type("ClientMethod", "../src/client/shared/client-table.ts");
  const pairType = printer.type("ClientSubscription", "../src/client/shared/client-table.ts");
  const place = printer.type("Place", "../src/client/shared/place.ts");
  printer.doc("Name of every method of the client.");
  printer.line(
    `export type ClientMethodName = keyof LedgerMethods<${place}> | keyof NetworkMethods<${place}>;\n`,
  );
  printer.doc("Every method of the client.");
  printer.line(`export const clientMethods: Readonly<Record<ClientMethodName, ${methodType}>> = {`);
  for (const method of [...methodsOf(contract, "ledger"), ...methodsOf(contract, "network")]) {
    const read = method.effect === "read" || method.effect === "simulate";
    const network = method.kind === "network" ? true : undefined;
    printer.line(`${propertyKey(method.name)}: ${literal({ read, network })},`);
  }
  printer.line("};\n");
  printer.doc("Every subscription of the client.");
  printer.line(
    `export const clientSubscriptions: Readonly<Record<keyof Subscriptions<${place}>, ${pairType}>> = {`,
  );
  for (const pair of pairs) printer.line(`${propertyKey(pair.stem)}: ${literal(subscriptionRow(pair))},`);
  printer.line("};\n");
  printer.doc("Codes of the errors that a ledger or the gateway answers with, by name.");
  const codes = contract.errors.map(({ name, code }): [string, number] => [name, code]);
  printer.line(`export const clientErrors = ${literal(Object.fromEntries(codes))} as const;\n`);
}

function subscriptionRow({ subscribe, unsubscribe, rule }: SubscriptionPair): LiteralValue {
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
  };
}

/** A shape as short as this is written out: unlike things that look alike would share a name. */
const shortestConstant = 48;

/** Shapes of named schemas become constants, and stand by name wherever the same shape stands. */
function emitShapes(printer: Printer, contract: Contract, pairs: readonly SubscriptionPair[]): void {
  const constants = new Map<string, string>();
  const names = new NameTable();
  const write = (shape: Shape, isOwn = false): LiteralValue => {
    if (shape === "bigint") return shape;
    const known = isOwn ? undefined : constants.get(JSON.stringify(shape));
    if (known !== undefined) return new Expression(known);
    const { keys, rest, items, bigint } = shape;
    const members = Object.entries(keys ?? {}).map(([key, member]) => [key, write(member)] as const);
    return {
      keys: keys === undefined ? undefined : Object.fromEntries(members),
      rest: rest === undefined ? undefined : write(rest),
      items: items === undefined ? undefined : write(items),
      bigint,
    };
  };
  const entries = [
    ...contract.methods.map(({ name, result }) => [name, shapeOf(contract, result)] as const),
    ...pairs.map(({ rule }) => [rule.notification, shapeOf(contract, rule.payload ?? {})] as const),
  ];
  const used = new Set(entries.flatMap(([, shape]) => (shape === undefined ? [] : partsOf(shape))));
  const type = printer.type("Shape", "../src/client/json/shape.ts");
  const named = [...contract.schemas]
    .map(([name, schema]) => ({ name, shape: shapeOf(contract, schema) }))
    .filter(({ shape }) => shape !== undefined && shape !== "bigint" && used.has(JSON.stringify(shape)))
    // A shape stands after those that it is made of.
    .sort((a, b) => JSON.stringify(a.shape).length - JSON.stringify(b.shape).length);
  for (const { name, shape } of named) {
    const text = JSON.stringify(shape);
    if (shape === undefined || constants.has(text) || text.length < shortestConstant) continue;
    const constant = names.take(constantName(name));
    printer.line(`const ${constant}: ${type} = ${literal(write(shape, true))};`);
    constants.set(text, constant);
  }
  printer.line();
  printer.doc("Shapes of results by method, and of notifications by their name.");
  printer.line(`export const clientShapes: Readonly<Record<string, ${type}>> = {`);
  for (const [name, shape] of entries) {
    if (shape !== undefined) printer.line(`${propertyKey(name)}: ${literal(write(shape))},`);
  }
  printer.line("};");
}

/** The shape and everything inside it, as text. */
function partsOf(shape: Shape): string[] {
  if (shape === "bigint") return [];
  const inner = [...Object.values(shape.keys ?? {}), shape.rest, shape.items].flatMap((part) =>
    part === undefined ? [] : partsOf(part),
  );
  return [JSON.stringify(shape), ...inner];
}
