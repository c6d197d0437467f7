// A client that reads one large answer and prints how many bytes it had. Argument: the gateway's URL.
import { request } from "node:http";

const body =
  '{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"]}';
const headers = { "content-type": "application/json" };
const sent = request(process.argv[2] ?? "", { method: "POST", headers }, (response) => {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  response.on("end", () => process.stdout.write(String(bytes)));
});
sent.end(body);
