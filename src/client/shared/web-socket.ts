import { SvmGatewayError } from "./svm-gateway-error.ts";

/** The part of a WebSocket that the client uses; those of browsers and of the package ws have it. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: object) => void): void;
}

/** A WebSocket class. A subclass can add headers if the platform allows them. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The given constructor, else the global one, else that of the package ws. */
export async function webSocketConstructor(
  given: WebSocketConstructor | undefined,
): Promise<WebSocketConstructor> {
  if (given !== undefined) return given;
  if (typeof globalThis.WebSocket === "function") return globalThis.WebSocket;
  try {
    // Only on Node 20; it is the only import of a package, and browsers never get here.
    const { WebSocket } = await import("ws");
    return WebSocket;
  } catch (cause) {
    const message = "There is no WebSocket here: install the package ws, or set the option webSocket.";
    throw new SvmGatewayError("network", message, { cause });
  }
}
