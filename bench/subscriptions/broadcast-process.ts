// The baseline: a bare ws server that takes anything for a subscription and sends each event to everybody.
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

const sockets = new Set<WebSocket>();
let slot = 1000;

const server = createServer((_request, response) => {
  slot += 1;
  const sentAt = String(process.hrtime.bigint());
  const payload = `{"context":{"slot":${slot}},"value":{"data":["","base64"],"executable":false,"lamports":${slot},"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0}}`;
  const notification = `{"jsonrpc":"2.0","method":"accountNotification","params":{"result":${payload},"subscription":1}}`;
  for (const socket of sockets) socket.send(notification);
  response.end(sentAt);
});

new WebSocketServer({ server, perMessageDeflate: false }).on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("message", (data) => {
    const { id } = JSON.parse(String(data)) as { id: number };
    socket.send(`{"jsonrpc":"2.0","result":1,"id":${id}}`);
  });
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${JSON.stringify(server.address())}\n`);
});
