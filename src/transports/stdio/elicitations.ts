import type { CancelListener, Cancellation } from "../../call/cancellation.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { canAsk } from "../mcp/tools/confirm.ts";
import type { Elicit } from "../mcp/tools/tool-scope.ts";

/** Sends a request to the client. */
type Send = (request: object) => void;

/** Most open questions: no call runs for them, so only this bounds them. */
export const maxQuestions = 16;
/** An answer is a few words; a longer line is a request. */
const longestAnswer = 64 * 1024;

/**
 * Questions to the person behind the client, on a session that began with `initialize`: requests of the gateway, whose
 * answers come as lines among those of the client.
 */
export class Elicitations {
  readonly #send: Send;
  readonly #onOpen: () => void;
  readonly #open = new Map<string, (action: string) => void>();
  #canAsk = false;
  #lastId = 0;

  /** `onOpen` is called for each question that begins to wait. */
  constructor(send: Send, onOpen: () => void) {
    this.#send = send;
    this.#onOpen = onOpen;
  }

  /** Questions that wait for an answer. */
  get waiting(): number {
    return this.#open.size;
  }

  /** Records what `initialize` says about the client. */
  recordClient(params: string | undefined): void {
    const { capabilities } = JSON.parse(params ?? "{}") as { capabilities?: unknown };
    this.#canAsk = canAsk(capabilities);
  }

  /** Asks the person for a call; undefined if the client can't. A question ends with its call. */
  elicitFor(cancellation: Cancellation): Elicit | undefined {
    return this.#canAsk ? (params) => this.#ask(params, cancellation) : undefined;
  }

  /** Takes a line that answers a question; false for every other one. */
  acceptAnswer(line: Buffer): boolean {
    if (this.#open.size === 0 || line.length > longestAnswer) return false;
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

  async #ask(params: Record<string, unknown>, cancellation: Cancellation): Promise<string> {
    if (this.#open.size >= maxQuestions) {
      throw RpcError.of(
        "atCapacity",
        `${maxQuestions} questions to the user are open already; answer one, then call again.`,
      );
    }
    this.#lastId += 1;
    const id = `ask-${this.#lastId}`;
    let ended: CancelListener | undefined;
    try {
      return await new Promise<string>((resolve) => {
        ended = { onCancel: () => resolve("cancel") };
        this.#open.set(id, resolve);
        this.#onOpen();
        cancellation.add(ended);
        this.#send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
      });
    } finally {
      this.#open.delete(id);
      if (ended !== undefined) cancellation.remove(ended);
    }
  }
}

function parsed(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Invalid JSON is answered where requests are read.
    return undefined;
  }
}
