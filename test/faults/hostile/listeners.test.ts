import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import type { ServedGateway } from "../../gateway-process.ts";
import { startLimited } from "./hostile-harness.ts";

describe("clients that send what no well-behaved client sends", () => {
  let gateway: ServedGateway;
  before(async () => {
    gateway = await startLimited(
      { idle: "http://127.0.0.1:9" },
      { server_config: { send_timeout_ms: 1500 } },
    );
  });
  after(() => gateway.process.stop());

  it("are cut off on the WebSocket port when their headers do not come in time", async () => {
    const [, wsUrl = ""] = await gateway.process.printed(/^listening ws (\S+)$/m);
    const socket = connect(Number(new URL(wsUrl).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      answer += chunk;
    });
    await once(socket, "close");
    expect(answer).to.match(/^HTTP\/1\.1 408 /);
  });

  it("get 404 for a path whose percent escapes are broken, and no line in the log", async () => {
    const response = await fetch(`${gateway.url}/docs/%ff`);
    expect(response.status).to.equal(404);
    expect(await response.text()).to.contain("percent escapes are broken");
    expect(gateway.process.stderr).to.equal("");
  });
});
