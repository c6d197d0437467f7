import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import {
  type BodyBounds,
  BodyRequest,
  RequestBodies,
} from "../../../src/transports/shared/request-bodies.ts";
import { useFakeClock } from "../../fake-clock.ts";

/** One client's request: what it sends, and how its body was read. */
function send(bodies: RequestBodies, contentLength?: number) {
  const stream = new PassThrough();
  const headers = contentLength === undefined ? {} : { "content-length": String(contentLength) };
  const cancellation = new Cancellation();
  const request = Object.assign(stream, { headers }) as unknown as IncomingMessage;
  const outcome = bodies.read(request, cancellation).then(
    (body) => `read ${body.length}`,
    ({ message, retryAfterSeconds: seconds }: RpcError) =>
      seconds === undefined ? message : `${message} (again in ${seconds} s)`,
  );
  return { stream, cancellation, outcome };
}

/** Waits until a stream has passed on what was written to it. */
async function piece(stream: PassThrough, bytes: number): Promise<void> {
  await new Promise<void>((resolve) => stream.write(Buffer.alloc(bytes), () => resolve()));
}

describe("RequestBodies", () => {
  const bounds: BodyBounds = { maxBodyBytes: 600, maxBodyBytesInFlight: 1000 };

  it("reads a body in one or many pieces", async () => {
    const bodies = new RequestBodies(bounds);
    const whole = send(bodies, 500);
    whole.stream.end(Buffer.alloc(500));
    const cut = send(bodies);
    for (let count = 0; count < 600; count += 1) await piece(cut.stream, 1);
    cut.stream.end();
    expect(await Promise.all([whole.outcome, cut.outcome])).to.deep.equal(["read 500", "read 600"]);
  });

  it("refuses only the largest and oldest incomplete bodies when they exceed the bound", async () => {
    const clock = useFakeClock();
    const bodies = new RequestBodies(bounds);
    const slow = send(bodies);
    await piece(slow.stream, 500);
    const small = send(bodies);
    await piece(small.stream, 1);
    clock.tick(20);
    const quick = send(bodies);
    await piece(quick.stream, 500);
    expect(await slow.outcome).to.match(/exceed 1000 bytes .*memory_mb.* \(again in 1 s\)$/);
    for (const { stream } of [small, quick]) stream.end();
    expect(await Promise.all([small.outcome, quick.outcome])).to.deep.equal(["read 1", "read 500"]);
  });

  it("does not count bodies that are complete, refused or abandoned", async () => {
    const bodies = new RequestBodies(bounds);
    for (let count = 0; count < 5; count += 1) {
      const complete = send(bodies);
      await piece(complete.stream, 500);
      complete.stream.end();
      expect(await complete.outcome).to.equal("read 500");
      const tooLarge = send(bodies);
      await piece(tooLarge.stream, 500);
      await piece(tooLarge.stream, 500);
      expect(await tooLarge.outcome).to.match(/max_body_bytes\)/);
      const left = send(bodies);
      await piece(left.stream, 500);
      left.cancellation.cancel();
      expect(await left.outcome).to.match(/closed the connection/);
    }
  });
});

describe("BodyRequest", () => {
  it("is not retained by its connection after the answer", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    let received: WeakRef<IncomingMessage> | undefined;
    const server = createServer({ IncomingMessage: BodyRequest }, (asked, response) => {
      received = new WeakRef(asked);
      asked.readInto({
        onPiece: (piece) => {
          if (piece === null) response.end("{}");
        },
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const agent = new Agent({ keepAlive: true });
    try {
      const { port } = server.address() as AddressInfo;
      const [answer] = (await once(request({ port, agent, method: "POST" }).end("[]"), "response")) as [
        IncomingMessage,
      ];
      await once(answer.resume(), "end");
      await setImmediate();
      collect();
      expect(Object.values(agent.freeSockets)).to.have.length(1);
      expect(received?.deref() === undefined).to.equal(true);
    } finally {
      agent.destroy();
      server.close();
    }
  });
});
