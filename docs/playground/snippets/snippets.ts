import type { WriteSnippet } from "./snippet.ts";
import { writeClient } from "./write-client.ts";
import { writeCurl } from "./write-curl.ts";
import { writeGo } from "./write-go.ts";
import { writeKit } from "./write-kit.ts";
import { writePython } from "./write-python.ts";
import { writeRust } from "./write-rust.ts";
import { writeToolCall } from "./write-tool-call.ts";
import { writeWeb3 } from "./write-web3.ts";
import { writeWebSocket } from "./write-websocket.ts";

/** Every client that a call can be written for, in the order of the tabs. */
export const snippets: readonly {
  readonly id: string;
  readonly label: string;
  readonly write: WriteSnippet;
}[] = [
  {
    id: "curl",
    label: "curl",
    write: (call) => (call.method.kind === "subscribe" ? undefined : writeCurl(call)),
  },
  { id: "websocket", label: "WebSocket", write: writeWebSocket },
  { id: "client", label: "Typed client", write: writeClient },
  { id: "kit", label: "kit", write: writeKit },
  { id: "web3", label: "web3.js", write: writeWeb3 },
  { id: "python", label: "Python", write: writePython },
  { id: "go", label: "Go", write: writeGo },
  { id: "rust", label: "Rust", write: writeRust },
  { id: "tool", label: "Tool call", write: writeToolCall },
];
