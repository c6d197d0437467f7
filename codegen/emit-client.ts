import type { Shape } from "../src/client/json/shape.ts";
import { component } from "./component.ts";
import { type Contract, type Method, refName } from "./contract.ts";
import { Expression, type LiteralValue, literal, propertyKey } from "./literal.ts";
import { constantName, NameTable, typeName } from "./names.ts";
import { Printer } from "./printer.ts";
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
  emitMethodTypes(printer, "LedgerMethods", "Methods that a ledger answers.", methodsOf(contract, "ledger"));
  emitMethodTypes(
    printer,
    "NetworkMethods",
    "Methods about the gateway's networks.",
    methodsOf(contract, "network"),
  );
  emitSubscriptionTypes(printer, pairs);
  emitTables(printer, contract, pairs);
  emitShapes(printer, contract, pairs);
  return printer.toString();
}

export default component("client.ts", emitClient);

function methodsOf(contract: Contract, kind: Method["kind"]): readonly Method[] {
  return contract.methods.filter((method) => method.kind === kind);
}

function emitMethodTypes(printer: Printer, name: string, doc: string, methods: readonly Method[]): void {
  printer.doc(doc);
  printer.line(`export interface ${name} {`);
  for (const method of methods) {
    const params = printer.type(`${typeName(method.name)}Params`, typesFile);
    const result = printer.type(`${typeName(method.name)}Result`, typesFile);
    printer.doc(`${method.summary}.${method.deprecated ? "\n@deprecated" : ""}`);
    printer.line(`${propertyKey(method.name)}: { params: ${params}; result: ${result} };`);
  }
  printer.line("}\n");
}

function emitSubscriptionTypes(printer: Printer, pairs: readonly SubscriptionPair[]): void {
  printer.doc("Subscriptions, by the stem of their methods: `account` for accountSubscribe.");
  printer.line("export interface Subscriptions {");
  for (const { stem, subscribe, rule } of pairs) {
    const params = printer.type(`${typeName(subscribe.name)}Params`, typesFile);
    const payload = refName(rule.payload) ?? typeName(rule.notification);
    printer.doc(`${subscribe.summary}.`);
    printer.line(
      `${propertyKey(stem)}: { params: ${params}; notification: ${printer.type(payload, typesFile)} };`,
    );
  }
  printer.line("}\n");
}

function emitTables(printer: Printer, contract: Contract, pairs: readonly SubscriptionPair[]): void {
  const methodType = printer.type("ClientMethod", "../src/client/shared/client-table.ts");
  const pairType = printer.type("ClientSubscription", "../src/client/shared/client-table.ts");
  printer.doc("Every method of the client.");
  printer.line(
    `export const clientMethods: Readonly<Record<keyof LedgerMethods | keyof NetworkMethods, ${methodType}>> = {`,
  );
  for (const method of [...methodsOf(contract, "ledger"), ...methodsOf(contract, "network")]) {
    const read = method.effect === "read" || method.effect === "simulate";
    const network = method.kind === "network" ? true : undefined;
    printer.line(`${propertyKey(method.name)}: ${literal({ read, network })},`);
  }
  printer.line("};\n");
  printer.doc("Every subscription of the client.");
  printer.line(`export const clientSubscriptions: Readonly<Record<keyof Subscriptions, ${pairType}>> = {`);
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
