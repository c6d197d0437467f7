// A node whose getProgramAccounts is large: as many mebibytes of accounts as its argument says. Everything else is answered with one account.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

const mebibyte = 1 << 20;
const pieceBytes = 64 * 1024;
const size = Number(process.argv[2] ?? 50) * mebibyte;
const account = `{"data":["${"A".repeat(1000)}","base64"],"executable":false,"lamports":2039280,"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":18446744073709551615,"space":750}`;
const entry = `{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","account":${account}}`;
const count = Math.ceil(size / (entry.length + 1));
const result = Buffer.from(`[${Array.from({ length: count }, () => entry).join(",")}]`);
const json = { "content-type": "application/json" };

/** Writes piece by piece, so that other calls are answered meanwhile. */
async function writeResult(response: ServerResponse): Promise<void> {
  for (let from = 0; from < result.length; from += pieceBytes) {
    if (!response.write(result.subarray(from, from + pieceBytes))) await once(response, "drain");
  }
}

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const id = /"id":(\d+)/.exec(body)?.[1] ?? "null";
    if (!body.includes('"getProgramAccounts"')) {
      response
        .writeHead(200, json)
        .end(`{"jsonrpc":"2.0","result":{"context":{"slot":1},"value":${account}},"id":${id}}`);
      return;
    }
    const head = '{"jsonrpc":"2.0","result":';
    const tail = `,"id":${id}}`;
    response.writeHead(200, { ...json, "content-length": head.length + result.length + tail.length });
    response.write(head);
    void writeResult(response).then(() => response.end(tail));
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${JSON.stringify(server.address())}\n`);
});
