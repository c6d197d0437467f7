import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { expect } from "chai";
import { serveInProcess } from "../../src/app/serve-in-process.ts";
import { createLiveGateway } from "../gateway/live-gateway.ts";

describe("serveInProcess", () => {
  let holder: Server;
  let taken: number;
  before(async () => {
    holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    taken = (holder.address() as AddressInfo).port;
  });
  after(() => holder.close());

  const gatewayOn = (wsPort: number) =>
    createLiveGateway({ one: "http://127.0.0.1:9" }, { server_config: { port: 0, ws_port: wsPort } });

  it("takes a free port and warns if the WebSocket port is taken and any will do", async () => {
    const { service } = await gatewayOn(taken);
    const { lines, warnings, closers } = await serveInProcess("serve", service, { mayMoveWsPort: true });
    for (const close of [...closers, () => service.close()]) await close();
    const url = lines.find((line) => line.startsWith("listening ws "))?.slice("listening ws ".length) ?? "";
    expect(warnings[0]).to.equal(
      `Port ${taken} is taken, so WebSocket listens at ${url}: point clients there, or choose a port with --ws-port.`,
    );
    expect(Number(new URL(url).port)).to.not.equal(taken);
  });

  it("fails if the WebSocket port is taken and was asked for", async () => {
    const { service } = await gatewayOn(taken);
    const fault = await serveInProcess("serve", service).catch((caught: unknown) => caught);
    await service.close();
    expect(fault).to.include({ code: "EADDRINUSE", port: taken });
  });
});
