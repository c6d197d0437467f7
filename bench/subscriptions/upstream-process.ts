// A node with only what the benchmark needs: it confirms subscriptions, and sends one event for each POST /event.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";

interface Subscribed {
  readonly socket: WebSocket;
  readonly id: number;
}

/** Subscriptions by address. */
const subscribed = new Map<string, Subscribed[]>();
let nextId = 0;
let slot = 1000;

const server = createServer(async (request, response) => {
  const body = await text(request);
  response.setHeader("content-type", "application/json");
  if (request.url?.startsWith("/event/")) {
    slot += 1;
    const sentAt = String(process.hrtime.bigint());
    const address = request.url.slice("/event/".length);
    const payload = `{"context":{"slot":${slot}},"value":${account(slot)}}`;
    for (const { socket, id } of subscribed.get(address) ?? []) {
      socket.send(
        `{"jsonrpc":"2.0","method":"accountNotification","params":{"result":${payload},"subscription":${id}}}`,
      );
    }
    response.end(sentAt);
    return;
  }
  const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[][] };
  const accounts = (params[0] ?? []) as unknown[];
  const result =
    method === "getMultipleAccounts"
      ? `{"context":{"slot":${slot}},"value":[${accounts.map(() => account(1)).join(",")}]}`
      : String(slot);
  response.end(`{"jsonrpc":"2.0","result":${result},"id":${id}}`);
});

new WebSocketServer({ server }).on("connection", (socket) => {
  socket.on("message", (data) => {
    const { id, method, params } = JSON.parse(String(data)) as {
      id: number;
      method: string;
      params: string[];
    };
    if (method === "accountSubscribe") {
      const [address = ""] = params;
      subscribed.set(address, [...(subscribed.get(address) ?? []), { socket, id: nextId }]);
    }
    socket.send(`{"jsonrpc":"2.0","result":${nextId},"id":${id}}`);
    nextId += 1;
  });
});

function account(lamports: number): string {
  return `{"data":["","base64"],"executable":false,"lamports":${lamports},"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}`;
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${JSON.stringify(server.address())}\n`);
});
