// One baseline server. Arguments: name, upstream URL, URL of an upstream for /second. Prints its address.
import { createServer, type Server } from "node:http";
import { Router } from "@open-rpc/server-js";
import express from "express";
import { Pool } from "undici";
import type { BaselineName } from "./scenario.ts";

const constant = '{"jsonrpc":"2.0","result":"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d","id":1}';
const [name = "bare", upstream = "", second = upstream] = process.argv.slice(2);

const servers: Readonly<Record<BaselineName, () => Server>> = {
  bare: () =>
    createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(200, { "content-type": "application/json", "content-length": constant.length });
        response.end(constant);
      });
    }),
  hop: () => {
    const first = new Pool(upstream, { connections: 64 });
    const other = second === upstream ? first : new Pool(second, { connections: 64 });
    return createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const answer = await (request.url === "/second" ? other : first).request({
          path: "/",
          method: "POST",
          headers: { "content-type": "application/json" },
          body: Buffer.concat(chunks),
        });
        const body = Buffer.from(await answer.body.arrayBuffer());
        response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
        response.end(body);
      });
    });
  },
  express: () => {
    const app = express();
    app.use(express.json());
    app.post("/", (_request, response) => {
      response.json(JSON.parse(constant));
    });
    return createServer(app);
  },
  "server-js": () => {
    const router = new Router(
      {
        openrpc: "1.3.2",
        info: { title: "baseline", version: "1.0.0" },
        methods: [
          { name: "getGenesisHash", params: [], result: { name: "hash", schema: { type: "string" } } },
        ],
      },
      { getGenesisHash: async () => "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" },
    );
    return createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
          id: number;
          method: string;
          params: unknown[];
        };
        const answer = await router.call(
          method === "getAccountInfo" ? "getGenesisHash" : method,
          method === "getAccountInfo" ? [] : params,
        );
        const body = JSON.stringify({ jsonrpc: "2.0", id, ...answer });
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        });
        response.end(body);
      });
    });
  },
};

const server = servers[name as BaselineName]();
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening ${JSON.stringify(server.address())}\n`);
});
