import { expect } from "chai";
import { usePatientClock } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { backendKey, otherKey } from "./harness.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";
import { SlowProxy } from "./slow-proxy.ts";

describeWith(["redis-server"], "limits of a key that gateways share through Redis", () => {
  const redis = new RedisServer();
  const gateways: ServedGateway[] = [];
  let proxy: SlowProxy;

  before(async () => {
    await redis.start();
    proxy = await SlowProxy.start(Number(new URL(redis.url).port));
  });
  after(async () => {
    proxy.close();
    await redis.stop();
  });
  // No answer of Redis is late because this process was.
  beforeEach(usePatientClock);
  afterEach(async () => {
    proxy.delayMs = 0;
    for (const gateway of gateways.splice(0)) await gateway.close();
  });

  const statusOf = async (gateway: ServedGateway | undefined, key = backendKey) =>
    (await gateway?.ask("/", { headers: { "x-api-key": key } }))?.status ?? 0;

  /** Two gateways that reach Redis; each test has a key of its own there. */
  async function serve(id: string, limits: object): Promise<ServedGateway[]> {
    const keys = [
      { id, key: backendKey, ...limits },
      { id: "first", key: otherKey, credits_per_day: 90 },
    ];
    for (let index = 0; index < 2; index += 1)
      gateways.push(await serveCallers({ keys }, { redis: { url: `redis://127.0.0.1:${proxy.port}` } }));
    // Until Redis answers, so few credits are not given out.
    for (const gateway of gateways) while ((await statusOf(gateway, otherKey)) === 503);
    return gateways;
  }

  const raced = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => statusOf(gateways[index % 2])));
  const admitted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

  it("are exact to one credit, one call after the other and at once", async () => {
    await serve("sequence", { credits_per_day: 21 });
    const statuses: number[] = [];
    for (let call = 0; call < 10; call += 1) statuses.push(await statusOf(gateways[call % 2]));
    statuses.push(...(await raced(40)));
    expect(admitted(statuses)).to.equal(21);
    expect(statuses.filter((status) => status === 429)).to.have.length(29);
  });

  it("are exact while Redis takes far longer than other commands may", async () => {
    await serve("slow", { credits_per_day: 50 });
    proxy.delayMs = 150;
    expect(admitted(await raced(100))).to.equal(50);
  });

  it("admit no more calls than one second has for all gateways together", async () => {
    await serve("rate", { rate_limit: 1000 });
    const meters = gateways.map(({ service }) => service.auth?.table.meters[0]);
    const spent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        meters[index % 2]?.spend({ mode: "spend", points: 50, credits: 0, address: undefined }),
      ),
    );
    // However slow the machine is, a second gives no more.
    const left = meters.map((meter) => meter?.rateSpendings(undefined)[0]?.points ?? 0);
    expect(Math.max(...left)).to.be.at.most(1000);
    expect(spent.filter((refusal) => refusal === undefined).length).to.be.at.least(20);
    expect(spent.some((refusal) => refusal?.limit === "rate_limit")).to.equal(true);
  });

  it("give each client address of a web page a tenth of the rate, at all gateways together", async () => {
    await serve("page", { rate_limit: 1000, origins: ["https://shop.example.com"] });
    const [one, two] = gateways.map(({ service }) => service.auth?.table.meters[0]);
    // At one moment: a second later there are points again.
    const refusals = await Promise.all(
      [one, two].map((meter) =>
        meter?.spend({ mode: "spend", points: 100, credits: 0, address: "192.0.2.1" }),
      ),
    );
    expect(refusals.map((refusal) => refusal?.limit)).to.have.members([undefined, "rate_limit"]);
    expect(await two?.spend({ mode: "spend", points: 100, credits: 0, address: "192.0.2.2" })).to.equal(
      undefined,
    );
  });

  it("count what runs at once at all gateways, and forget what has ended", async () => {
    await serve("uses", { max_concurrent: 3 });
    const meters = gateways.map(({ service }) => service.auth?.table.meters[0]);
    const acquire = () =>
      Promise.all(Array.from({ length: 8 }, (_, index) => meters[index % 2]?.acquire("calls", undefined)));
    const acquired = await acquire();
    expect(acquired.filter(Boolean)).to.have.length(3);
    for (const [index, isAcquired] of acquired.entries())
      if (isAcquired) meters[index % 2]?.release("calls", undefined);
    expect((await acquire()).filter(Boolean)).to.have.length(3);
  });

  it("with one call allowed at a time, let the next one run at another gateway", async () => {
    await serve("one", { max_concurrent: 1 });
    for (let call = 0; call < 20; call += 1) expect(await statusOf(gateways[call % 2])).to.equal(200);
  });

  it("admit a hundredth of the credits at each gateway, at any rate, while Redis does not answer", async () => {
    const [one] = await serve("silent", { credits_per_day: 1000 });
    const meter = one?.service.auth?.table.meters[0];
    proxy.delayMs = undefined;
    const alone = [];
    for (let call = 0; call < 12; call += 1)
      alone.push(await meter?.spend({ mode: "spend", points: 1, credits: 1, address: undefined }));
    expect(alone.slice(0, 10)).to.deep.equal(Array(10).fill(undefined));
    expect(alone.slice(10).map((refusal) => refusal?.limit)).to.deep.equal(["unknown", "unknown"]);
    const { status, json } = (await one?.ask("/", { headers: { "x-api-key": backendKey } })) ?? {};
    expect([status, json.error.data.reason]).to.deep.equal([503, "at-capacity"]);
  });
});
