import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { expect } from "chai";
import { serveInProcess } from "../../src/app/serve-in-process.ts";
import { redactText } from "../../src/log/redact.ts";
import { listenerUrl } from "../../src/transports/shared/listener.ts";
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

  it("falls back to a free WebSocket port with a warning if any port will do", async () => {
    const { service } = await gatewayOn(taken);
    const { listeners, warnings, close } = await serveInProcess("serve", service, { mayMoveWsPort: true });
    await close();
    const url = listenerUrl(listeners, "ws") ?? "";
    expect(warnings[0]).to.equal(
      `Port ${taken} is taken, so WebSocket listens at ${url} instead: point clients there, or choose a port with --ws-port.`,
    );
    expect(redactText(warnings[0] ?? ""), "as it is logged").to.equal(warnings[0]);
    expect(Number(new URL(url).port)).to.not.equal(taken);
  });

  it("shows metrics of calls and of the process", async () => {
    const { service } = await gatewayOn(0);
    const { listeners, close } = await serveInProcess("serve", service);
    const text = await (await fetch(`${listenerUrl(listeners, "http")}/metrics`)).text();
    await close();
    expect(text).to.include("svm_gateway_requests_total").and.include("process_cpu_seconds_total");
  });

  for (const [which, ports] of [
    ["HTTP", () => ({ port: taken, ws_port: 0 })],
    ["WebSocket", () => ({ port: 0, ws_port: taken })],
  ] as const)
    it(`fails if a configured ${which} port is taken, closes the service, and leaves no port open`, async () => {
      const { service } = await createLiveGateway({ one: "http://127.0.0.1:9" }, { server_config: ports() });
      let closings = 0;
      const counted = {
        ...service,
        close() {
          closings += 1;
          return service.close();
        },
      };
      const open = process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap").length;
      const error = await serveInProcess("serve", counted).catch((caught: unknown) => caught);
      expect(error).to.include({ code: "EADDRINUSE", port: taken });
      expect(closings).to.equal(1);
      expect(process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap")).to.have.length(
        open,
      );
    });
});
