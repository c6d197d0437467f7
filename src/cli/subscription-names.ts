import { clientSubscriptions } from "../../generated/client.ts";
import type { ClientSubscription } from "../client/shared/client-table.ts";

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
