import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { type ServedHttp, serveHttp } from "./http/harness.ts";
import { SocketGateway } from "./websocket/harness.ts";

const upgrade = [
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** Sends bytes and gives all that arrives until the other side closes. */
async function untilClosed(port: number, head: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  // A reset is an end too.
  socket.on("error", () => socket.destroy());
  socket.write([...head, "", ""].join("\r\n"));
  await once(socket, "close");
  return text;
}

/** Requests that a proxy in front and the gateway could read in two ways, by what is ambiguous about them. */
function ambiguous(
  port: number,
  method: string,
  fields: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  const host = `Host: 127.0.0.1:${port}`;
  return [
    ["no Host", [`${method} / HTTP/1.1`, ...fields]],
    ["no Host, in HTTP/1.0", [`${method} / HTTP/1.0`, ...fields]],
    ["two Hosts", [`${method} / HTTP/1.1`, host, "Host: other.example", ...fields]],
    ["the same Host twice", [`${method} / HTTP/1.1`, host, host, ...fields]],
    ["a list as Host", [`${method} / HTTP/1.1`, `${host}, other.example`, ...fields]],
    ["a user name in the Host", [`${method} / HTTP/1.1`, `Host: a@127.0.0.1:${port}`, ...fields]],
    ["a URL of another host", [`${method} http://other.example/ HTTP/1.1`, host, ...fields]],
    ["a fragment", [`${method} /livez#a HTTP/1.1`, host, ...fields]],
    ["a fragment in the query", [`${method} /livez?a#b HTTP/1.1`, host, ...fields]],
    ["a space that is not ASCII", [`${method} /livez\u00a0 HTTP/1.1`, host, ...fields]],
    ["a URL that is not of HTTP", [`${method} ftp://127.0.0.1/ HTTP/1.1`, host, ...fields]],
    [
      "a length and chunks",
      [`${method} / HTTP/1.1`, host, "Content-Length: 2", "Transfer-Encoding: chunked", ...fields],
    ],
    [
      "chunks and a length",
      [`${method} / HTTP/1.1`, host, "Transfer-Encoding: chunked", "Content-Length: 2", ...fields],
    ],
    ["two lengths", [`${method} / HTTP/1.1`, host, "Content-Length: 2", "Content-Length: 3", ...fields]],
    ["a list of lengths", [`${method} / HTTP/1.1`, host, "Content-Length: 2, 3", ...fields]],
    [
      "chunks that are not last",
      [`${method} / HTTP/1.1`, host, "Transfer-Encoding: chunked, identity", ...fields],
    ],
  ];
}

/** Only for the names of the cases; the ports are those of the listeners. */
const names = ambiguous(0, "GET", []).map(([name]) => name);

describe("an ambiguous request", () => {
  let http: ServedHttp;
  let sockets: SocketGateway;
  before(async () => {
    http = await serveHttp(() => "1");
    sockets = await SocketGateway.start({
      one: { rpcUrl: "http://127.0.0.1:9", wsUrls: ["ws://127.0.0.1:9"] },
    });
  });
  after(async () => {
    await http.close();
    await sockets.close();
  });

  const listeners: readonly (readonly [
    name: string,
    port: () => number,
    method: string,
    fields: readonly string[],
  ])[] = [
    ["a call over HTTP", () => http.port, "POST", ["Content-Type: application/json"]],
    ["a page", () => http.port, "GET", []],
    ["an upgrade to WebSocket", () => Number(new URL(sockets.url).port), "GET", upgrade],
    ["a page of the WebSocket port", () => Number(new URL(sockets.url).port), "GET", []],
  ];
  for (const [listener, port, method, fields] of listeners) {
    for (const name of names) {
      it(`for ${listener} with ${name} gets 400, and the connection ends`, async () => {
        const [, head = []] = ambiguous(port(), method, fields).find(([known]) => known === name) ?? [];
        expect(await untilClosed(port(), head)).to.match(/^HTTP\/1\.1 400 /);
        expect(http.calls).to.deep.equal([]);
      });
    }
  }

  it("is not one whose target is a full URL of this listener", async () => {
    const own = `127.0.0.1:${http.port}`;
    const answer = await untilClosed(http.port, [
      `GET http://${own}/livez?a=b HTTP/1.1`,
      `Host: ${own}`,
      "Connection: close",
    ]);
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });
});
