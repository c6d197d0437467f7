import { component } from "./component.ts";
import type { Contract } from "./contract.ts";
import { Expression, literal, literalUnion, propertyKey } from "./literal.ts";
import { Printer } from "./printer.ts";
import { subscriptionPairs } from "./subscription-pairs.ts";

/** Emits the table of subscriptions that the hub runs on. */
export function emitSubscriptions(contract: Contract): string {
  const printer = new Printer("emit-subscriptions.ts", [
    "Subscriptions as the hub runs them, by their subscribe method. Parameters and their checks are those of methods.ts.",
  ]);
  const pairs = subscriptionPairs(contract);
  const methods = printer.value("methods", "./methods.ts");
  const rowType = printer.type("SubscriptionDescription", "../src/contract/method-description.ts");
  const nameType = printer.type("SubscribeMethodName", "./methods.ts");
  printer.doc("Names of the notifications.");
  printer.line(
    `export type NotificationName = ${literalUnion(pairs.map(({ rule }) => rule.notification))};\n`,
  );
  printer.doc("Every subscription, by its subscribe method.");
  printer.line(`export const subscriptions: Readonly<Record<${nameType}, ${rowType}>> = {`);
  for (const { subscribe, unsubscribe, rule } of pairs) {
    const { notification, slowReader, oneShot, synthesis, hasContext } = rule;
    const row = {
      subscribe: new Expression(`${methods}${access(subscribe.name)}`),
      unsubscribe: new Expression(`${methods}${access(unsubscribe.name)}`),
      notification,
      slowReader,
      oneShot,
      synthesis: synthesis ?? new Expression("undefined"),
      hasContext,
    };
    printer.line(`${propertyKey(subscribe.name)}: ${literal(row)},`);
  }
  printer.line("};");
  return printer.toString();
}

export default component("subscriptions.ts", emitSubscriptions);

function access(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${JSON.stringify(name)}]`;
}
