import { expect } from "chai";
import { Span } from "../../../src/observability/tracing/span.ts";
import { SpanExporter } from "../../../src/observability/tracing/span-exporter.ts";
import { tickThrough, tickUntil, useFakeClock } from "../../fake-clock.ts";
import { recordingLogger } from "../../networks/harness.ts";
import { accepts, answers, type CollectorScript, ScriptedCollector } from "./scripted-collector.ts";

function spanOf(name = "getSlot"): Span {
  const span = new Span(name, "server", {}, { parent: undefined, isSampled: true });
  span.endedAt = performance.now();
  return span;
}

describe("SpanExporter", () => {
  let collector: ScriptedCollector;
  let exporter: SpanExporter;
  let log: ReturnType<typeof recordingLogger>;
  let failures = 0;
  let dropped = 0;
  let clock: ReturnType<typeof useFakeClock>;
  const requests = (count: number) =>
    tickUntil(clock, () => collector.requests.length === count, { maxMs: 10_000 });

  beforeEach(() => {
    clock = useFakeClock(Date.now());
  });

  async function start(script: CollectorScript): Promise<void> {
    failures = 0;
    dropped = 0;
    collector = await new ScriptedCollector(script).start();
    log = recordingLogger();
    exporter = new SpanExporter({
      endpoint: `${collector.url}/base/`,
      headers: { authorization: "Bearer collector-key" },
      resource: { "service.name": "edge" },
      log,
      countFailure: (subsystem, count = 1) => {
        if (subsystem === "spans") dropped += count;
        else failures += count;
      },
    });
  }

  afterEach(async () => {
    await tickThrough(clock, exporter.close(), { maxMs: 3000 });
    await collector.stop();
  });

  it("sends collected spans as one request in OTLP's JSON form", async () => {
    await start(accepts);
    const span = spanOf();
    exporter.add(span);
    exporter.add(spanOf("getHealth"));
    await requests(1);
    const [request] = collector.requests;
    expect(collector.requests).to.have.length(1);
    expect(request?.path).to.equal("/base/v1/traces");
    expect(request?.headers).to.include({
      "content-type": "application/json",
      authorization: "Bearer collector-key",
    });
    const { resourceSpans } = JSON.parse(request?.body ?? "");
    expect(resourceSpans[0].resource.attributes).to.deep.equal([
      { key: "service.name", value: { stringValue: "edge" } },
    ]);
    const received = collector.spans[0];
    expect(received).to.include({ traceId: span.traceId, spanId: span.spanId, name: "getSlot", kind: 2 });
    expect(received?.startTimeUnixNano).to.match(/^\d{19}$/);
    const startedMs = Number(BigInt(received?.startTimeUnixNano ?? 0) / 1_000_000n);
    expect(startedMs).to.be.within(Date.now() - 60_000, Date.now() + 1000);
  });

  it("bounds its queue while the collector hangs, and counts dropped spans", async () => {
    await start(() => undefined);
    exporter.add(spanOf());
    await requests(1);
    for (let count = 0; count < 8192 + 50; count += 1) exporter.add(spanOf());
    expect(dropped).to.equal(50);
    collector.script = accepts;
    await tickThrough(clock, exporter.close(), { maxMs: 3000 });
    // Those that the collector still took in time are not dropped.
    expect(dropped).to.be.within(50, 8192 + 51);
  });

  it("retries a batch that the collector could not accept, and warns once", async () => {
    let turns = 0;
    await start((response) => {
      turns += 1;
      (turns < 3 ? answers(503, { "retry-after": "0" }) : accepts)(response);
    });
    exporter.add(spanOf());
    await requests(3);
    await tickThrough(clock, exporter.close(), { maxMs: 3000 });
    expect(collector.requests[2]?.body).to.equal(collector.requests[0]?.body);
    expect(dropped).to.equal(0);
    expect(failures).to.equal(2);
    expect(log.lines.map(({ message }) => message.slice(0, 40))).to.deep.equal([
      "the trace collector does not accept span",
      "the trace collector accepts spans again",
    ]);
  });

  it("stops waiting for the collector at the deadline", async () => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout(ms / 100);
    try {
      await start(() => undefined);
      exporter.add(spanOf());
      await requests(2);
    } finally {
      AbortSignal.timeout = timeout;
    }
    expect(log.lines[0]?.fields.reason).to.equal("no answer within 10000 ms");
  });

  for (const status of [400, 401, 413, 500])
    it(`does not retry a batch refused with ${status}`, async () => {
      await start(answers(status));
      exporter.add(spanOf());
      await requests(1);
      await exporter.close();
      expect(collector.requests).to.have.length(1);
      expect(dropped).to.equal(1);
    });

  it("counts spans that the collector rejected from a request", async () => {
    await start(answers(200, {}, '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}'));
    exporter.add(spanOf());
    exporter.add(spanOf());
    await requests(1);
    await tickThrough(clock, exporter.close(), { maxMs: 3000 });
    expect(dropped).to.equal(1);
  });

  it("survives an endless answer from the collector", async () => {
    await start((response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write("x".repeat(64 * 1024)), 1);
      response.on("close", () => clearInterval(flood));
    });
    exporter.add(spanOf());
    await requests(2);
    expect(failures).to.be.at.least(1);
  });

  it("flushes its queue when closed", async () => {
    await start(accepts);
    for (let count = 0; count < 3; count += 1) exporter.add(spanOf());
    await tickThrough(clock, exporter.close(), { maxMs: 3000 });
    expect(collector.spans).to.have.length(3);
    exporter.add(spanOf());
    expect(dropped).to.equal(1);
  });
});
