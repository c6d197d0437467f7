// Many clients in one process, as raw sockets so that they cost little. Arguments: host:port, how many, addresses.
// Prints a line when all have subscribed; then, for each event, the time at which the last client had it.
import { connect, type Socket } from "node:net";

const [target = "", count = "0", ...addresses] = process.argv.slice(2);
const [host = "", port = "0"] = target.split(":");
const clients = Number(count);
/** Handshakes at once: a listening socket's queue is short. */
const parallel = 100;
/** What all sockets read into, one after the other: a buffer for each read costs more than all else. */
const shared = Buffer.alloc(65_536);
/** Clients that the running event has reached. */
let reached = 0;
let expected = clients;

process.stdin.on("data", (data) => {
  // How many clients the next event is for.
  expected = Number(String(data).trim().split("\n").at(-1));
  reached = 0;
  process.stdout.write("ready\n");
});
process.stdin.on("end", () => process.exit(0));

let opened = 0;
await Promise.all(
  Array.from({ length: parallel }, async () => {
    while (opened < clients) {
      opened += 1;
      await open(addresses[opened % addresses.length] ?? "");
    }
  }),
);
process.stdout.write("subscribed\n");

function open(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let hasSubscribed = false;
    const socket: Socket = connect({
      port: Number(port),
      host,
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length, buffer) => {
          receive(Buffer.from(buffer.buffer, 0, length));
          return true;
        },
      },
    });
    socket.on("error", reject);
    socket.on("connect", () => {
      socket.write(
        `GET / HTTP/1.1\r\nHost: ${target}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
      );
    });

    function receive(data: Buffer): void {
      // A ping of the server is short; what is long is an answer or an event, and both come in one piece here.
      if (data.length < 20) return;
      if (hasSubscribed) {
        reached += 1;
        if (reached === expected) process.stdout.write(`reached ${process.hrtime.bigint()}\n`);
      } else if (isOpen) {
        hasSubscribed = true;
        resolve();
      } else if (data.includes("101 Switching")) {
        isOpen = true;
        socket.write(
          masked(
            `{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":["${address}",{"encoding":"base64"}]}`,
          ),
        );
      } else {
        reject(new Error(data.toString("latin1")));
      }
    }
  });
}

/** A text frame as clients send it; the mask is zero, which leaves the text as it is. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([
    Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]),
    body,
  ]);
}
