import { canAsk } from "../mcp/tools/confirm.ts";
import type { Elicit } from "../mcp/tools/tool-scope.ts";

/** Sends a request to the client. */
type Send = (request: object) => void;

/**
 * Questions to the person behind the client, on a session that began with `initialize`: requests of the gateway, whose
 * answers come as lines among those of the client.
 */
export class Elicitations {
  readonly #send: Send;
  readonly #open = new Map<string, (action: string) => void>();
  #canAsk = false;
  #lastId = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Takes what `initialize` says about the client. */
  opened(params: string | undefined): void {
    const { capabilities } = JSON.parse(params ?? "{}") as { capabilities?: unknown };
    this.#canAsk = canAsk(capabilities);
  }

  /** Asks the person; undefined where the client can't. */
  get elicit(): Elicit | undefined {
    return this.#canAsk ? (params) => this.#ask(params) : undefined;
  }

  /** Takes a line that answers a question; false for every other one. */
  take(line: Buffer): boolean {
    if (this.#open.size === 0) return false;
    const answer = parsed(line);
    const resolve = typeof answer?.id === "string" ? this.#open.get(answer.id) : undefined;
    if (answer === undefined || resolve === undefined || "method" in answer) return false;
    const { action } = (answer.result ?? {}) as { action?: unknown };
    resolve(typeof action === "string" ? action : "cancel");
    return true;
  }

  /** Ends every question: no one is there to answer. */
  cancelAll(): void {
    for (const resolve of this.#open.values()) resolve("cancel");
  }

  async #ask(params: Record<string, unknown>): Promise<string> {
    this.#lastId += 1;
    const id = `ask-${this.#lastId}`;
    try {
      return await new Promise<string>((resolve) => {
        this.#open.set(id, resolve);
        this.#send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
      });
    } finally {
      this.#open.delete(id);
    }
  }
}

function parsed(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // What is no JSON is answered as such where requests are read.
    return undefined;
  }
}
