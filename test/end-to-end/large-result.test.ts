import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { configFor, startGateway } from "../gateway-process.ts";

const mebibyte = 1 << 20;
const mebibytes = 50;

const account = `{"data":["${"A".repeat(1000)}","base64"],"lamports":2039280,"rentEpoch":18446744073709551615}`;
const entries = `${account},`.repeat(Math.ceil(mebibyte / account.length));

/** Resident memory of a process now, and its peak. */
function memoryOf(pid: number | undefined): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { resident: bytes("VmRSS"), peak: bytes("VmHWM") };
}

describe(`a result of ${mebibytes} MiB @long`, () => {
  it("passes through with less than 3 times its size in memory, and after each piece of it other calls are answered", async () => {
    let callOther: () => Promise<unknown> = async () => undefined;
    async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      let body = "";
      for await (const chunk of request) body += chunk;
      const head = `{"jsonrpc":"2.0","id":${/"id":(\d+)/.exec(body)?.[1]},"result":`;
      response.setHeader("content-type", "application/json");
      if (!body.includes("getProgramAccounts")) {
        response.end(`${head}1}`);
        return;
      }
      response.write(`${head}[`);
      for (let piece = 0; piece < mebibytes; piece += 1) {
        if (!response.write(entries)) await once(response, "drain");
        await callOther();
      }
      response.end(`${account}]}`);
    }
    const upstream = createServer((request, response) => void answer(request, response));
    upstream.listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const { port } = upstream.address() as AddressInfo;
    const config = configFor({ one: { rpc_url: `http://127.0.0.1:${port}` } });
    const gateway = await startGateway(["rpc"], { config });
    const post = (method: string, params: readonly string[] = []) =>
      gateway.post("/networks/one", JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    try {
      // What starts once is no part of what the result takes.
      for (let call = 0; call < 100; call += 1) await (await post("getIdentity")).text();
      const { pid } = gateway.process.child;
      const before = memoryOf(pid).resident;
      let answered = 0;
      callOther = async () => {
        expect(await (await post("getIdentity")).text()).to.equal('{"jsonrpc":"2.0","result":1,"id":1}');
        answered += 1;
      };
      let bytes = 0;
      const response = await post("getProgramAccounts", ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"]);
      for await (const chunk of response.body ?? []) bytes += chunk.length;
      expect(answered).to.equal(mebibytes);
      expect(bytes).to.be.above(mebibytes * mebibyte);
      expect((memoryOf(pid).peak - before) / bytes).to.be.below(3);
    } finally {
      const { code, stderr } = await gateway.process.stop();
      upstream.close();
      // A warning of too many listeners would be here.
      expect([code, stderr]).to.deep.equal([0, ""]);
    }
  });
});
