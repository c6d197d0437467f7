import type { ServerResponse } from "node:http";
import type { RawJson } from "../../json/raw-json.ts";
import { toLine } from "../shared/one-line.ts";

const eventStart = Buffer.from("event: message\ndata: ");
const eventEnd = Buffer.from("\n");

/**
 * The answer to one request as a stream of events: notifications that belong to the request, then the answer itself. It is opened by
 * the first notification; a request that causes none has a plain answer.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #headers: () => readonly string[];
  #isOpen = false;

  /** `headers` gives further headers, as name and value in turn, when it opens. */
  constructor(response: ServerResponse, headers: () => readonly string[]) {
    this.#response = response;
    this.#headers = headers;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a notification, or leaves it out while the client has not read the last one: the next says more. */
  notify(method: string, params: object): void {
    const response = this.#response;
    if (response.destroyed || response.writableNeedDrain) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      response.writeHead(200, [
        ...this.#headers(),
        ...["content-type", "text/event-stream", "cache-control", "no-cache, no-transform"],
        // Proxies would hold events back.
        ...["x-accel-buffering", "no"],
      ]);
    }
    const text = JSON.stringify({ jsonrpc: "2.0", method, params });
    response.write(Buffer.concat([eventStart, Buffer.from(`${text}\n`), eventEnd]));
  }

  /** Sends the answer, and ends the stream. */
  end(answer: RawJson): void {
    this.#response.end(Buffer.concat([eventStart, toLine(answer), eventEnd]));
  }
}
