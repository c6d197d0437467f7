import { expect } from "chai";
import { NotificationRoutes } from "../../../src/client/subscriptions/notification-routes.ts";
import { SharedSubscription } from "../../../src/client/subscriptions/shared-subscription.ts";

const row = {
  subscribe: "rootSubscribe",
  unsubscribe: "rootUnsubscribe",
  notification: "rootNotification",
  slowReader: "newest",
  positions: [],
} as const;
const shared = (params: string) => new SharedSubscription(params, row, params);

describe("NotificationRoutes", () => {
  it("finds all subscriptions with an id, and says which removal was the last", () => {
    const routes = new NotificationRoutes();
    const [one, two] = [shared("[1]"), shared("[2]")];
    routes.add("7", one);
    routes.add("7", two);
    expect(routes.subscriptions("7")).to.deep.equal([one, two]);
    expect(routes.remove("7", one)).to.equal(false);
    expect(routes.remove("7", two)).to.equal(true);
    expect(routes.has("7")).to.equal(false);
  });

  it("gives back what it held for an id once, oldest first", () => {
    const routes = new NotificationRoutes();
    for (const [id, payload] of [
      ["1", "a"],
      ["2", "b"],
      ["1", "c"],
    ] as const)
      routes.hold(id, payload);
    expect(routes.takeHeld("1")).to.deep.equal(["a", "c"]);
    expect(routes.takeHeld("1")).to.deep.equal([]);
    expect(routes.takeHeld("2")).to.deep.equal(["b"]);
  });

  it("holds the newest thousand notifications", () => {
    const routes = new NotificationRoutes();
    for (let count = 0; count <= 1000; count += 1) routes.hold("1", String(count));
    const held = routes.takeHeld("1");
    expect([held.length, held[0], held.at(-1)]).to.deep.equal([1000, "1", "1000"]);
  });
});
