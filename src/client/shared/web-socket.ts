import { SvmGatewayError } from "./svm-gateway-error.ts";

/** The part of a WebSocket that the client uses; that of browsers fits, and so does that of the package ws. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: object) => void): void;
}

/** Makes a WebSocket. A subclass may add headers where its platform allows them. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The given constructor, else the global one, else in Node that of the package ws. */
export async function webSocketConstructor(
  given: WebSocketConstructor | undefined,
): Promise<WebSocketConstructor> {
  if (given !== undefined) return given;
  if (typeof globalThis.WebSocket === "function") return globalThis.WebSocket;
  try {
    // Node 20 only. The one import that leaves this folder: browsers have a WebSocket and never come here.
    const { WebSocket } = await import("ws");
    return WebSocket;
  } catch (cause) {
    const message = "No WebSocket here: install the package ws, or give the option webSocket.";
    throw new SvmGatewayError("network", message, { cause });
  }
}
