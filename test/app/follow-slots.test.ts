import { expect } from "chai";
import { createFollowSlots } from "../../src/app/create-hub.ts";
import { SubscriptionHub } from "../../src/subscriptions/subscription-hub.ts";
import { shortTimes, useSocketUpstreams } from "../subscriptions/harness.ts";
import { RecordedEvents } from "../transports/websocket/harness.ts";
import { until } from "../upstream/harness.ts";

describe("slots followed through the hub", () => {
  const upstreams = useSocketUpstreams();
  let hub: SubscriptionHub | undefined;

  afterEach(() => hub?.close());

  it("are reported when they begin, with the last complete slot, from which nodes still answer", async () => {
    const { gateway, upstream } = await upstreams.start({ upstreams: 1 });
    const { service } = gateway.live;
    hub = new SubscriptionHub({
      send: service.upstreams.send,
      clock: service.upstreams.clock,
      opensSockets: true,
      store: { onChange: () => () => undefined },
      websocket: service.config.websocket,
      requestTimeoutMs: 1000,
      maxFrameBytes: 1_000_000,
      listener: new RecordedEvents(),
      times: shortTimes,
    });
    const reported: [slot: number, processed: number][] = [];
    const network = service.store.defaultNetwork();
    const leave = await createFollowSlots(hub)(network, (...slots) => reported.push(slots));
    // The first is the one by which the socket is watched.
    const { id, socket } = await upstream.subscription("slotSubscribe", 2);
    // 5002 was skipped: while 5003 is made, nodes answer from 5001.
    socket.notify(id, '{"slot":5001,"parent":5000,"root":4970}', "slotNotification");
    socket.notify(id, '{"slot":5003,"parent":5001,"root":4971}', "slotNotification");
    await until(() => reported.some(([slot]) => slot === 5003), "both came");
    expect(reported.slice(-2)).to.deep.equal([
      [5001, 5000],
      [5003, 5001],
    ]);
    leave();
  });
});
