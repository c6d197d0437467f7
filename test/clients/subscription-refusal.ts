import { WebSocket } from "ws";
import type { Side } from "./sides.ts";

/** Subscribes without a client library and throws the answer: for what clients do not survive being refused. */
export async function subscriptionRefusal(side: Side, method: string, params = "[]"): Promise<never> {
  const socket = new WebSocket(side.wsUrl);
  const request = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      socket.once("open", () => socket.send(request));
      socket.once("message", (data) => resolve(String(data)));
      socket.once("error", reject);
    });
    throw new Error(`${side.name}: ${answer}`);
  } finally {
    socket.close();
  }
}
