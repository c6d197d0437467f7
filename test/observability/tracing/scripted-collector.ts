import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createKeepAliveServer } from "../../keep-alive-server.ts";

/** A span as a collector reads it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly flags: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A request to the collector. */
interface ReceivedRequest {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What it does with a request; if it does nothing, the request hangs. */
export type CollectorScript = (response: ServerResponse) => void;

/** Accepts every span. */
export const accepts: CollectorScript = (response) =>
  response.writeHead(200, { "content-type": "application/json" }).end("{}");

/** Answers with a status. */
export function answers(status: number, headers: Record<string, string> = {}, body = "{}"): CollectorScript {
  return (response) => response.writeHead(status, headers).end(body);
}

/** A scripted collector of traces on a real socket. */
export class ScriptedCollector {
  script: CollectorScript;
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  #changed: () => void = () => undefined;

  constructor(script: CollectorScript = accepts) {
    this.script = script;
    this.#server = createKeepAliveServer((request, response) => void this.#serve(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** All spans that came, in order. */
  get spans(): ReceivedSpan[] {
    return this.requests.flatMap(({ body }) => spansOf(body));
  }

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  /** Waits until the received spans are as expected. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path, headers } = request;
    this.requests.push({ path, headers, body: Buffer.concat(chunks).toString() });
    this.#changed();
    this.script(response);
  }
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

type EncodedSpan = Omit<ReceivedSpan, "attributes"> & { readonly attributes: readonly Attribute[] };

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: readonly { scopeSpans: readonly { spans: readonly EncodedSpan[] }[] }[];
  };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
