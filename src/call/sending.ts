import type { UpstreamCall } from "./upstream-call.ts";

/** How a transaction is sent: to one upstream, to all of them, or again and again until it has landed. */
export type Sending = "once" | "broadcast" | "land";

/** How a call is to be sent: as its caller asks, else as its network is configured. Undefined for a call that sends no single transaction. */
export function sendingOf({ method, sending, network }: UpstreamCall, usual: Sending): Sending | undefined {
  if (method?.effect !== "send" || !method.givesSignature) return undefined;
  return sending ?? network.sending ?? usual;
}
