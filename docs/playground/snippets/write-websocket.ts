import { requestBody } from "../call/call-values.ts";
import { ledgerParams } from "../call/ledger-form.ts";
import type { SnippetCall } from "./snippet.ts";
import { socketAddress } from "./socket-address.ts";

/** A subscription with nothing but a WebSocket, as browsers and Node have it. */
export function writeWebSocket({ method, values, gateway, network }: SnippetCall): string | undefined {
  if (method.kind !== "subscribe") return undefined;
  const request = requestBody(method.name, ledgerParams(method, values));
  return [
    `const socket = new WebSocket(${JSON.stringify(socketAddress(gateway, network))});`,
    `socket.onopen = () => socket.send(${codeText(request)});`,
    "socket.onmessage = ({ data }) => console.log(data);",
  ].join("\n");
}

/** Text in single quotes, so that the JSON in it stays readable. */
function codeText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
