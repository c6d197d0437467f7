import { once } from "node:events";
import type { Socket } from "node:net";
import { expect } from "chai";
import type { ServedGateway } from "../../gateway-process.ts";
import { connectTo, postText, startLimited } from "./hostile-harness.ts";

const kibibyte = 1024;
/** Bodies without room: 30 of 700 KiB are 21 MiB, and 8 MiB are admitted. */
const wanted = 15;
const call = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}';

/** Everything that a socket gets until it is closed. */
async function allOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "close");
  return text;
}

describe("clients that send long bodies and never end them", () => {
  let gateway: ServedGateway;
  before(async () => {
    gateway = await startLimited({ idle: "http://127.0.0.1:9" }, { server_config: { memory_mb: 128 } });
  });
  after(() => gateway.process.stop());

  it("are refused when they hold too much together, while others are answered", async () => {
    const head = postText("/", " ".repeat(900 * kibibyte)).slice(0, -200 * kibibyte);
    const sockets = await Promise.all(Array.from({ length: 30 }, () => connectTo(gateway)));
    const replies = sockets.map(allOf);
    const refusals = new Promise<void>((resolve) => {
      let count = 0;
      for (const reply of replies)
        void reply.then(() => {
          count += 1;
          if (count === wanted) resolve();
        });
    });
    for (const socket of sockets) socket.write(head);
    await refusals;
    const other = await connectTo(gateway);
    const text = postText("/", call + " ".repeat(100 * kibibyte)).replace(
      "\r\n\r\n",
      "\r\nconnection: close\r\n\r\n",
    );
    const reply = allOf(other);
    for (let at = 0; at < text.length; at += 10 * kibibyte) other.write(text.slice(at, at + 10 * kibibyte));
    const said = await reply;
    for (const socket of sockets) socket.destroy();
    const refused = (await Promise.all(replies)).filter((text) => text.startsWith("HTTP/1.1 503 "));
    expect(refused.length).to.be.within(wanted, sockets.length - 5);
    expect(refused[0]).to.contain("server_config.memory_mb");
    expect(said).to.match(/^HTTP\/1.1 200 /);
  });
});
