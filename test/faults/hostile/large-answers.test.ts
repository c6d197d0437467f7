import { expect } from "chai";
import type { ServedGateway } from "../../gateway-process.ts";
import { until } from "../../upstream/harness.ts";
import { connectTo, postText, RawUpstream, startLimited, watched } from "./hostile-harness.ts";

const mebibyte = 1024 * 1024;
const body = "x".repeat(6 * mebibyte);
const memoryMb = 64;
const callers = 60;

describe("large answers to many callers at once @long", () => {
  let upstream: RawUpstream;
  let gateway: ServedGateway;
  before(async () => {
    upstream = await RawUpstream.start((socket, id) => {
      const said = `{"jsonrpc":"2.0","result":"${body}","id":${id}}`;
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${said.length + 1}\r\n\r\n`,
      );
      // All but the last byte, so that none is complete.
      socket.write(said);
    });
    gateway = await startLimited({ large: upstream.url }, { server_config: { memory_mb: memoryMb } });
  });
  after(async () => {
    await gateway.process.stop();
    await upstream.stop();
  });

  it("are refused while they come, and take no more memory than they may", async () => {
    const { peakMiB } = await watched(gateway, async () => {
      const sockets = await Promise.all(Array.from({ length: callers }, () => connectTo(gateway)));
      let refused = 0;
      for (const [index, socket] of sockets.entries()) {
        socket.on("data", (bytes) => {
          if (bytes.includes('"at-capacity"')) refused += 1;
        });
        socket.write(
          postText("/networks/large", `{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[${index}]}`),
        );
      }
      // A quarter of the memory holds two.
      await until(() => refused >= callers - 2, "nearly all were refused");
      for (const socket of sockets) socket.destroy();
    });
    expect(peakMiB).to.be.below(memoryMb + 150);
  });
});
