import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientSubscriptions } from "../../../generated/client.ts";
import type { ClientSubscription } from "../../client/shared/client-table.ts";
import { packageRoot } from "../../package-root.ts";

/** The names that `subscribe` takes, in the document's order, such as `account` for accountSubscribe. */
export const subscriptionNames: readonly string[] = Object.keys(clientSubscriptions);

const byName: ReadonlyMap<string, ClientSubscription> = new Map(
  Object.entries(clientSubscriptions).flatMap(([name, row]) => [
    [name, row],
    [row.subscribe, row],
  ]),
);

/** Finds a subscription by its name (`account`) or its method (`accountSubscribe`). */
export function subscriptionOf(name: string): ClientSubscription | undefined {
  return byName.get(name);
}

interface MethodText {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

let texts: ReadonlyMap<string, MethodText> | undefined;

/** The document's text about a subscribe method. Read from the document because the generated texts are only those of tools. */
export function subscriptionText(subscribe: string): MethodText | undefined {
  texts ??= new Map(readTexts().map((text) => [text.name, text]));
  return texts.get(subscribe);
}

function readTexts(): readonly MethodText[] {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8"));
  return document.methods;
}
