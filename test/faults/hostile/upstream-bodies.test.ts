import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { ServedGateway } from "../../gateway-process.ts";
import { pump, RawUpstream, startLimited, watched } from "./hostile-harness.ts";

const call = '{"jsonrpc":"2.0","id":1,"method":"getVoteAccounts"}';
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const mebibyte = 1024 * 1024;
const mostBytes = 16 * mebibyte;
/** Longer than a test may take. */
const hangsMs = 120_000;

describe("an upstream's hostile body", () => {
  let upstream: RawUpstream;
  let gateway: ServedGateway;
  let attack: (socket: Socket) => void;
  before(async () => {
    upstream = await RawUpstream.start((socket) => attack(socket));
    gateway = await startLimited(
      { bad: upstream.url },
      {
        // The bound ends what is read, however long that takes.
        server_config: { request_timeout_ms: hangsMs, memory_mb: 128 },
        upstream: {
          max_attempts: 1,
          hedge: false,
        },
      },
    );
  });
  after(async () => {
    await gateway.process.stop();
    await upstream.stop();
  });

  const cases: readonly {
    readonly name: string;
    readonly reply: (socket: Socket) => Promise<number>;
    readonly reason: string;
  }[] = [
    {
      name: "compressed blocks that decode to nothing",
      reply: async (socket) => {
        socket.write(`${head}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`);
        const empty = Buffer.concat(Array.from({ length: 3200 }, () => gzipSync("")));
        const chunk = Buffer.concat([
          Buffer.from(`${empty.length.toString(16)}\r\n`),
          empty,
          Buffer.from("\r\n"),
        ]);
        return pump(socket, chunk, 700 * mebibyte);
      },
      reason: "upstream-invalid-answer",
    },
    {
      name: "chunks of one byte",
      reply: async (socket) => {
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n"\r\n`);
        return pump(socket, Buffer.from("1\r\n \r\n".repeat(10_000)), 96 * mebibyte);
      },
      reason: "upstream-invalid-answer",
    },
    {
      name: "answers of status 103 without end",
      reply: async (socket) =>
        pump(socket, Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(2000)), 400 * mebibyte),
      reason: "upstream-invalid-answer",
    },
  ];
  for (const { name, reply, reason } of cases) {
    it(`${name} are read no further than the bound, cost little memory, and the call is answered with an error`, async () => {
      const written = new Promise<number>((resolve, reject) => {
        attack = (socket) => void reply(socket).then(resolve, reject);
      });
      const { result, peakMiB } = await watched(gateway, async () => {
        const response = await gateway.post("/networks/bad", call);
        return (await response.json()) as { error: { data: { reason: string } } };
      });
      expect(result.error.data.reason).to.equal(reason);
      expect(peakMiB).to.be.below(400);
      // What the gateway read, and what the buffers between the two held.
      expect(await written).to.be.below(2 * mostBytes);
    });
  }
});
