import type { ServerResponse } from "node:http";
import type { RawJson } from "../../json/raw-json.ts";
import { toLine } from "../shared/one-line.ts";

const eventStart = Buffer.from("event: message\ndata: ");
const eventEnd = Buffer.from("\n");

/**
 * The answer to one request as a stream of events: the request's notifications, then the answer. The first notification opens the
 * stream; a request without notifications gets a plain answer.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #headers: () => readonly string[];
  #isOpen = false;

  /** `headers` returns further headers, as names and values in turn, when the stream opens. */
  constructor(response: ServerResponse, headers: () => readonly string[]) {
    this.#response = response;
    this.#headers = headers;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a notification. Drops it while the client has not read the last one: the next one replaces it. */
  notify(method: string, params: object): void {
    const response = this.#response;
    if (response.destroyed || response.writableNeedDrain) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      response.writeHead(200, [
        ...this.#headers(),
        ...["content-type", "text/event-stream", "cache-control", "no-cache, no-transform"],
        // Keeps proxies from buffering events.
        ...["x-accel-buffering", "no"],
      ]);
    }
    const text = JSON.stringify({ jsonrpc: "2.0", method, params });
    response.write(Buffer.concat([eventStart, Buffer.from(`${text}\n`), eventEnd]));
  }

  /** Sends the answer and ends the stream. */
  end(answer: RawJson): void {
    this.#response.end(Buffer.concat([eventStart, toLine(answer), eventEnd]));
  }
}
