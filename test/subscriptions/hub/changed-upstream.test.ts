import { expect } from "chai";
import { account, addresses, signature, useSocketUpstreams } from "../harness.ts";

const [address] = addresses;
const inContext = (slot: number, value: string) => `{"context":{"slot":${slot}},"value":${value}}`;
const logs = (slot: number, of: string) => inContext(slot, `{"signature":"${of}","err":null,"logs":[]}`);

/** Payloads of the first upstream and of the one that follows it, which is a few slots behind; and those that the client gets. */
type Change = readonly [
  method: string,
  params: readonly unknown[],
  first: readonly string[],
  second: readonly string[],
  delivered: readonly string[],
];

const changes: readonly Change[] = [
  [
    "accountSubscribe",
    [address, { commitment: "confirmed" }],
    [inContext(1010, account(1))],
    [inContext(1005, account(2)), inContext(1010, account(1)), inContext(1011, account(3))],
    [inContext(1010, account(1)), inContext(1011, account(3))],
  ],
  [
    "programSubscribe",
    [address, { commitment: "confirmed" }],
    [inContext(1010, `{"pubkey":"a","account":${account(1)}}`)],
    [
      inContext(1005, `{"pubkey":"b","account":${account(2)}}`),
      inContext(1011, `{"pubkey":"b","account":${account(3)}}`),
    ],
    [
      inContext(1010, `{"pubkey":"a","account":${account(1)}}`),
      inContext(1011, `{"pubkey":"b","account":${account(3)}}`),
    ],
  ],
  [
    "slotSubscribe",
    [],
    ['{"slot":1010,"parent":1009,"root":978}'],
    ['{"slot":1009,"parent":1008,"root":977}', '{"slot":1011,"parent":1010,"root":979}'],
    ['{"slot":1010,"parent":1009,"root":978}', '{"slot":1011,"parent":1010,"root":979}'],
  ],
  [
    "logsSubscribe",
    ["all", { commitment: "confirmed" }],
    [logs(1010, "s1"), logs(1010, "s2")],
    [logs(1009, "s0"), logs(1010, "s2"), logs(1011, "s3")],
    [logs(1010, "s1"), logs(1010, "s2"), logs(1011, "s3")],
  ],
  [
    "signatureSubscribe",
    [signature, { commitment: "confirmed", enableReceivedNotification: true }],
    [inContext(1010, '"receivedSignature"')],
    [inContext(1009, '"receivedSignature"'), inContext(1011, '{"err":null}')],
    [inContext(1010, '"receivedSignature"'), inContext(1011, '{"err":null}')],
  ],
];

describe("a subscription whose upstream is lost", () => {
  const upstreams = useSocketUpstreams();

  for (const [method, params, first, second, delivered] of changes) {
    it(`neither goes back nor repeats if the next one is behind: ${method}`, async () => {
      const { gateway, upstreams: all } = await upstreams.start({ upstreams: 2 });
      const [before, after] = all;
      if (before === undefined || after === undefined) throw new Error("two upstreams were started");
      const client = await gateway.connect();
      const id = await client.subscribe(method, ...params);
      // The gateway itself follows the slots of each socket before any other subscription.
      const place = method === "slotSubscribe" ? 2 : 1;
      const one = await before.subscription(method, place);
      for (const payload of first) one.socket.notify(one.id, payload);
      await client.notification(id, first.length);
      before.refusesSockets = true;
      before.killAll();
      const other = await after.subscription(method, place);
      for (const payload of second) other.socket.notify(other.id, payload);
      await client.notification(id, delivered.length);
      const payloads = client.notifications(id).map(({ json }) => json.params.result);
      expect(payloads).to.deep.equal(delivered.map((payload) => JSON.parse(payload)));
    });
  }
});
