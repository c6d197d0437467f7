import { keyHeaders } from "../../shared/caller-key.ts";
import { callAddress } from "../snippets/snippet.ts";

/** An answer, byte for byte. */
export interface GatewayAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: ArrayBuffer;
  readonly bytes: number;
  readonly milliseconds: number;
  /** `hit` or `miss`, if the gateway says. */
  readonly cache: string | undefined;
  readonly retryAfter: string | undefined;
}

/** Sends a body and resolves with the answer, byte for byte. Rejects when no answer came. */
export async function callGateway(
  gateway: string,
  network: string,
  body: string,
  signal: AbortSignal,
): Promise<GatewayAnswer> {
  const started = performance.now();
  const response = await fetch(callAddress(gateway, network), {
    method: "POST",
    headers: { "content-type": "application/json", ...keyHeaders() },
    body,
    signal,
    cache: "no-store",
  });
  const received = await response.arrayBuffer();
  return {
    status: response.status,
    text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(received),
    body: received,
    bytes: received.byteLength,
    milliseconds: performance.now() - started,
    cache: response.headers.get("x-cache") ?? undefined,
    retryAfter: response.headers.get("retry-after") ?? undefined,
  };
}
