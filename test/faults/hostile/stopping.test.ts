import { once } from "node:events";
import type { Socket } from "node:net";
import { expect } from "chai";
import { WebSocket } from "ws";
import type { ServedGateway } from "../../gateway-process.ts";
import { connectTo, postText, RawUpstream, startLimited } from "./hostile-harness.ts";

const call = '{"jsonrpc":"2.0","id":1,"method":"getVoteAccounts"}';
/** What hangs goes on for longer than a test may take. */
const hangsMs = 120_000;

/** Writes a whole answer whose result is a text of a given length. */
function answerLong(socket: Socket, id: string, bytes: number): void {
  const body = `{"jsonrpc":"2.0","result":"${"x".repeat(bytes)}","id":${id}}`;
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`);
  socket.write(body);
}

describe("a gateway that is stopped", () => {
  let upstream: RawUpstream;
  let gateway: ServedGateway;
  let asked: { socket: Socket; id: string }[];
  let wasAsked: () => void;
  const start = async (server: object = {}) => {
    gateway = await startLimited(
      { slow: upstream.url },
      {
        server_config: { shutdown_timeout_ms: 1500, request_timeout_ms: hangsMs, ...server },
        upstream: { hedge: false },
      },
    );
  };
  /** Waits until the upstream has got a number of calls. */
  const arrived = async (count: number) => {
    while (asked.length < count)
      await new Promise<void>((resolve) => {
        wasAsked = resolve;
      });
  };
  beforeEach(async () => {
    asked = [];
    wasAsked = () => undefined;
    upstream = await RawUpstream.start((socket, id) => {
      asked.push({ socket, id });
      wasAsked();
    });
  });
  afterEach(async () => {
    gateway.process.child.kill("SIGKILL");
    await upstream.stop();
  });

  for (const workers of [1, 2]) {
    it(`ends in time with ${workers} worker(s), whatever hangs${workers === 1 ? "" : " @long"}`, async () => {
      await start({ workers });
      const [, wsUrl = ""] = await gateway.process.printed(/^listening ws (\S+)$/m);
      const hanging = await connectTo(gateway);
      hanging.write(postText("/networks/slow", call));
      const client = new WebSocket(wsUrl);
      await once(client, "open");
      client.on("error", () => undefined);
      client.send(call.replace("VoteAccounts", "ClusterNodes"));
      const deaf = await connectTo(gateway);
      deaf.pause();
      deaf.write(postText("/networks/slow", call.replace("VoteAccounts", "Supply")));
      const unfinished = await connectTo(gateway);
      unfinished.write(
        "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
      );
      await arrived(3);
      const last = asked.at(-1);
      if (last !== undefined) answerLong(last.socket, last.id, 24 * 1024 * 1024);
      expect((await gateway.process.stop()).code).to.equal(0);
      for (const socket of [hanging, deaf, unfinished]) socket.destroy();
      client.terminate();
    });
  }

  it("answers the calls in flight on a socket before it closes it with 1001", async () => {
    // Nothing hangs here: a loaded machine may take its time.
    await start({ shutdown_timeout_ms: 15_000 });
    const [, wsUrl = ""] = await gateway.process.printed(/^listening ws (\S+)$/m);
    const client = new WebSocket(wsUrl);
    await once(client, "open");
    const messages: string[] = [];
    client.on("message", (data) => messages.push(String(data)));
    client.send(call);
    await arrived(1);
    const closed = once(client, "close");
    const stopped = gateway.process.stop();
    // It has got the signal once it accepts nothing more.
    while (
      await fetch(gateway.url).then(
        () => true,
        () => false,
      )
    );
    for (const { socket, id } of asked) answerLong(socket, id, 10);
    const [code] = (await closed) as [number];
    expect(messages).to.deep.equal(['{"jsonrpc":"2.0","result":"xxxxxxxxxx","id":1}']);
    expect(code).to.equal(1001);
    expect((await stopped).code).to.equal(0);
  });
});
