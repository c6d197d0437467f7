import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientSubscriptions } from "../../../generated/client.ts";
import type { ClientSubscription } from "../../client/shared/client-table.ts";
import { packageRoot } from "../../package-root.ts";

/** What `subscribe` takes, in the document's order: `account` for accountSubscribe. */
export const subscriptionNames: readonly string[] = Object.keys(clientSubscriptions);

const byName: ReadonlyMap<string, ClientSubscription> = new Map(
  Object.entries(clientSubscriptions).flatMap(([name, row]) => [
    [name, row],
    [row.subscribe, row],
  ]),
);

/** The subscription of a name, or of the method that makes it. */
export function subscriptionOf(name: string): ClientSubscription | undefined {
  return byName.get(name);
}

/** What the document says about a method, in a line and in whole. */
export interface MethodText {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

let texts: ReadonlyMap<string, MethodText> | undefined;

/** The document's text about the method that makes a subscription; it is not a tool, so the generated texts lack it. */
export function subscriptionText(subscribe: string): MethodText | undefined {
  texts ??= new Map(readTexts().map((text) => [text.name, text]));
  return texts.get(subscribe);
}

function readTexts(): readonly MethodText[] {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8"));
  return document.methods;
}
