import type { MethodDescription } from "../contract/method-description.ts";
import type { Sending } from "../networks/network.ts";
import type { UpstreamCall } from "./upstream-call.ts";

/** Whether a method sends one transaction, which is known by its signature. */
export function sendsOne(method: MethodDescription | undefined): boolean {
  return method?.effect === "send" && method.givesSignature;
}

/** How a call is to be sent: as its caller asks, else as its network is configured. Undefined for a call that sends no single transaction. */
export function sendingOf(
  { method, sending, network }: UpstreamCall,
  usual: Sending = "once",
): Sending | undefined {
  return sendsOne(method) ? (sending ?? network.sending ?? usual) : undefined;
}
