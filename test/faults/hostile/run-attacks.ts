import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { ServedGateway } from "../../gateway-process.ts";
import { connectTo, postText, pump, RawUpstream, startLimited, watched } from "./hostile-harness.ts";

const mebibyte = 1024 * 1024;
const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const long = "x".repeat(8 * mebibyte);
const emptyBlocks = Buffer.concat(Array.from({ length: 3200 }, () => gzipSync("")));

/** What a hostile upstream answers, by the slot that is asked for. */
const replies: readonly ((socket: Socket, id: string) => void)[] = [
  (socket, id) => {
    const body = `{"jsonrpc":"2.0","result":"${long}","id":${id}}`;
    socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  },
  (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n"\r\n`);
    void pump(socket, Buffer.from("1\r\n \r\n".repeat(10_000)), 24 * mebibyte);
  },
  (socket) => {
    socket.write(`${head}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`);
    const chunk = Buffer.from(`${emptyBlocks.length.toString(16)}\r\n`);
    void pump(socket, Buffer.concat([chunk, emptyBlocks, Buffer.from("\r\n")]), 100 * mebibyte);
  },
];

const unknownKeys = Array.from({ length: 16_000 }, (_, key) => `"key${key}":1`).join(",");
/** Bodies that once blocked all clients for seconds or ended the process, by path. */
const posts: readonly (readonly [path: string, body: string])[] = [
  ["/", `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{${unknownKeys}}}`],
  [
    "/api/mcp",
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getBalance","arguments":{${unknownKeys}}}}`,
  ],
  ["/networks/bad", `{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[${"[".repeat(180_000)}`],
  [
    "/",
    `[${Array.from({ length: 100 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"rpc.discover"}`).join(",")}]`,
  ],
];

/** Settings with bounds that are reached at once. */
const bounds = {
  server_config: {
    request_timeout_ms: 3000,
    send_timeout_ms: 1500,
    memory_mb: 128,
    max_concurrent_requests: 8,
  },
  upstream: {
    max_attempts: 1,
    hedge: false,
  },
};

/** What the attacks did to a gateway and to the calls beside them. */
interface AttackReport {
  /** Calls of the other client that were answered. */
  readonly answered: number;
  /** Longest wait of that client for one answer. */
  readonly longestMs: number;
  /** CPU time of the gateway during such a wait: how long it would be on a machine with nothing else to do. */
  readonly longestCpuMs: number;
  readonly peakMiB: number;
  readonly isAlive: boolean;
}

/** Runs all attacks at once, `rounds` times, against a gateway of 512 MiB, while another client calls a healthy network through it. */
export async function runAttacks(rounds: number): Promise<AttackReport> {
  let asked = 0;
  const hostile = await RawUpstream.start((socket, id) => {
    asked += 1;
    replies[asked % replies.length]?.(socket, id);
  });
  const healthy = await RawUpstream.start((socket) => socket.destroy());
  const gateway = await startLimited({ bad: hostile.url, good: healthy.url }, bounds);
  try {
    const { longestMs, longestCpuMs, peakMiB, answered } = await watched(
      gateway,
      async () => {
        for (let round = 0; round < rounds; round += 1) await attack(gateway);
      },
      { path: "/networks/good", body: '{"jsonrpc":"2.0","id":1,"method":"getBlockHeight"}' },
    );
    return {
      longestMs,
      longestCpuMs,
      peakMiB,
      answered,
      isAlive: gateway.process.child.exitCode === null,
    };
  } finally {
    await gateway.process.stop();
    await Promise.all([hostile.stop(), healthy.stop()]);
  }
}

async function attack(gateway: ServedGateway): Promise<void> {
  const call = (slot: number) =>
    postText("/networks/bad", `{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[${slot}]}`);
  const sockets = await Promise.all(Array.from({ length: 60 }, () => connectTo(gateway)));
  for (const [index, socket] of sockets.entries()) {
    if (index % 2 === 0) socket.pause().write(call(index));
    else socket.write(postText("/", " ".repeat(mebibyte)).slice(0, -100));
  }
  await Promise.all(
    [...posts, ...posts].map(([path, body]) =>
      // A machine that is slow to read may be cut off as well.
      gateway
        .post(path, body)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined),
    ),
  );
  for (const socket of sockets) socket.destroy();
}
