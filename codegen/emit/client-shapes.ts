import type { Shape } from "../../src/client/json/shape.ts";
import type { Contract } from "../contract/contract.ts";
import { Expression, type LiteralValue, literal, propertyKey } from "../contract/literal.ts";
import { constantName, NameTable } from "../contract/names.ts";
import type { SubscriptionPair } from "../contract/subscription-pairs.ts";
import type { Printer } from "./printer.ts";
import { shapeOf } from "./shape-of.ts";

/** Shorter shapes are inlined, because unrelated schemas with the same shape would share a name. */
const minConstantLength = 48;

/** Emits the shapes of results and notifications. Shapes of shared schemas become constants, which replace equal shapes. */
export function emitClientShapes(
  printer: Printer,
  contract: Contract,
  pairs: readonly SubscriptionPair[],
): void {
  const constants = new Map<string, string>();
  const names = new NameTable();
  const write = (shape: Shape, isConstant = false): LiteralValue => {
    if (shape === "bigint") return shape;
    const known = isConstant ? undefined : constants.get(JSON.stringify(shape));
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
    // A shape follows the shapes that it contains.
    .sort((a, b) => JSON.stringify(a.shape).length - JSON.stringify(b.shape).length);
  for (const { name, shape } of named) {
    const text = JSON.stringify(shape);
    if (shape === undefined || constants.has(text) || text.length < minConstantLength) continue;
    const constant = names.unique(constantName(name));
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
