// A node whose getProgramAccounts is large: as many mebibytes of accounts as its argument says. Everything else is 1.
import { createServer } from "node:http";

const mebibyte = 1 << 20;
const size = Number(process.argv[2] ?? 50) * mebibyte;
const account = `{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","account":{"data":["${"A".repeat(1000)}","base64"],"executable":false,"lamports":2039280,"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":18446744073709551615,"space":750}}`;
const count = Math.ceil(size / (account.length + 1));
const result = Buffer.from(`[${Array.from({ length: count }, () => account).join(",")}]`);
const json = { "content-type": "application/json" };

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const id = /"id":(\d+)/.exec(body)?.[1] ?? "null";
    if (!body.includes('"getProgramAccounts"')) {
      response.writeHead(200, json).end(`{"jsonrpc":"2.0","result":1,"id":${id}}`);
      return;
    }
    const head = '{"jsonrpc":"2.0","result":';
    const tail = `,"id":${id}}`;
    response.writeHead(200, { ...json, "content-length": head.length + result.length + tail.length });
    response.write(head);
    response.write(result);
    response.end(tail);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${JSON.stringify(server.address())}\n`);
});
