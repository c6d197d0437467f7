import { type Contract, hasHandler } from "../contract/contract.ts";
import { propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";

/** Emits an interface of the ledger methods that have a handler, and one of the network methods. */
export function emitHandlers(contract: Contract): string {
  const printer = new Printer("emit-handlers.ts", [
    "The interfaces of the gateway's handlers: a missing, misspelt or extra method, or one with another result, does not",
    "compile. `Context` is what every handler is called with. If the gateway wraps a scalar as {value}, the handler answers",
    "the scalar. Methods that are only passed on have no handler.",
  ]);
  const rawJson = printer.type("RawJson", "../src/json/raw-json.ts");
  printer.line();
  printer.doc(
    `Answers calls of one method. One that only passes bytes on returns \`${rawJson}<never>\`, which fits every result.`,
  );
  printer.line(`export type Handler<Context, Result> = (context: Context) => Promise<${rawJson}<Result>>;`);
  for (const [name, kind] of [
    ["LedgerHandlers", "ledger"],
    ["NetworkHandlers", "network"],
  ] as const) {
    const methods = contract.methods.filter((method) => method.kind === kind && hasHandler(method));
    if (methods.length === 0) continue;
    printer.line();
    printer.doc(`Handlers of ${kind} methods.`);
    printer.line(`export interface ${name}<Context> {`);
    for (const method of methods) {
      const result = printer.type(`${typeName(method.name)}Result`, "./types.ts");
      printer.doc(`${method.summary}.`);
      const claimed = method.isWrapped ? `${result}["value"]` : result;
      printer.line(`readonly ${propertyKey(method.name)}: Handler<Context, ${claimed}>;`);
    }
    printer.line("}");
  }
  return printer.toString();
}

export default component("handlers.ts", emitHandlers);
