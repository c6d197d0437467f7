import { type Contract, hasHandler } from "../contract/contract.ts";
import { propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";

/** Emits an interface of the ledger methods that have a handler, and one of the network methods. */
export function emitHandlers(contract: Contract): string {
  const printer = new Printer("emit-handlers.ts", [
    "The interfaces of the gateway's handlers: a missing, misspelt or extra method, or one with another result, does not",
    "compile. `Context` is the argument of every handler. If the gateway wraps a scalar as {value}, the handler returns the",
    "scalar. Forwarded methods have no handler.",
  ]);
  const rawJson = printer.type("RawJson", "../src/json/raw-json.ts");
  printer.line();
  printer.doc(
    `Answers calls of one method. A handler that returns bytes unchanged has \`${rawJson}<never>\`, which fits every result.`,
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
