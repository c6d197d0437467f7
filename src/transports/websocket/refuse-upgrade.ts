import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { RawJson } from "../../json/raw-json.ts";

/** A refusal that programs read too. */
export interface UpgradeRefusal {
  /** A JSON-RPC error in place of the reason as text. */
  readonly body: RawJson;
  /** The `WWW-Authenticate` field of a 401. */
  readonly challenge: string | undefined;
}

/** Answers an upgrade with an ordinary HTTP response that says why not, and ends the connection. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  reason: string,
  refusal?: UpgradeRefusal,
): void {
  const body = refusal?.body.toString() ?? `${reason}\n`;
  const type = refusal === undefined ? "text/plain; charset=utf-8" : "application/json";
  const challenge = refusal?.challenge === undefined ? "" : `WWW-Authenticate: ${refusal.challenge}\r\n`;
  // The client may be gone already.
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\n${challenge}Content-Type: ${type}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
