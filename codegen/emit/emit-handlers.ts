import type { Contract, Method } from "../contract/contract.ts";
import { propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";

/** Emits one interface per category of ledger and network methods. */
export function emitHandlers(contract: Contract): string {
  const printer = new Printer("emit-handlers.ts", [
    "The interfaces of the gateway's handlers, one for each category: a missing, misspelt or extra method, or one with",
    "another result, does not compile. `Context` is what every handler is called with. If the gateway wraps a scalar as",
    "{value}, the handler answers the scalar.",
  ]);
  const rawJson = printer.type("RawJson", "../src/json/raw-json.ts");
  printer.line();
  printer.doc(
    `Answers calls of one method. One that only passes bytes on returns \`${rawJson}<never>\`, which fits every result.`,
  );
  printer.line(`export type Handler<Context, Result> = (context: Context) => Promise<${rawJson}<Result>>;`);
  for (const [category, methods] of byCategory(contract)) {
    printer.line();
    printer.doc(`Handlers of the category ${category}.`);
    printer.line(`export interface ${typeName(category)}Handlers<Context> {`);
    for (const method of methods) {
      const result = printer.type(`${typeName(method.name)}Result`, "./types.ts");
      printer.doc(`${method.summary}.`);
      const claimed = method.wrapped ? `${result}["value"]` : result;
      printer.line(`readonly ${propertyKey(method.name)}: Handler<Context, ${claimed}>;`);
    }
    printer.line("}");
  }
  return printer.toString();
}

export default component("handlers.ts", emitHandlers);

function byCategory(contract: Contract): ReadonlyMap<string, readonly Method[]> {
  const categories = new Map<string, Method[]>();
  for (const method of contract.methods) {
    if (method.kind !== "ledger" && method.kind !== "network") continue;
    const methods = categories.get(method.category);
    if (methods === undefined) categories.set(method.category, [method]);
    else methods.push(method);
  }
  return categories;
}
