import { expect } from "chai";
import type { ServedGateway } from "../../gateway-process.ts";
import { until } from "../../upstream/harness.ts";
import { connectTo, postText, RawUpstream, startLimited, watched } from "./hostile-harness.ts";

const mebibyte = 1024 * 1024;
const body = "x".repeat(20 * mebibyte);

describe("clients that send calls and do not read the answers @long", () => {
  let upstream: RawUpstream;
  let gateway: ServedGateway;
  before(async () => {
    upstream = await RawUpstream.start((socket, id) => {
      const said = `{"jsonrpc":"2.0","result":"${body}","id":${id}}`;
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${said.length}\r\n\r\n`,
      );
      socket.write(said);
    });
    gateway = await startLimited(
      { large: upstream.url },
      {
        server_config: { send_timeout_ms: 1500, memory_mb: 256, max_concurrent_requests: 2 },
      },
    );
  });
  after(async () => {
    await gateway.process.stop();
    await upstream.stop();
  });

  it("are cut off, and cost others neither memory nor time", async () => {
    const { peakMiB } = await watched(gateway, async () => {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => connectTo(gateway)));
      const closed = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const [index, socket] of sockets.entries()) {
        socket.write(
          postText("/networks/large", `{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[${index}]}`),
        );
        socket.pause();
      }
      // None reads a byte. A socket that was closed at the other end refuses what is written to it.
      await until(() => {
        for (const socket of sockets) if (!socket.destroyed) socket.write("\r\n");
        return sockets.some(({ destroyed }) => destroyed);
      }, "the first was cut off");
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    });
    expect(peakMiB).to.be.below(450);
  });
});
