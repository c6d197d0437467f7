import type { CancelListener, Cancellation } from "../../call/cancellation.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import { canAsk } from "../mcp/tools/confirm.ts";
import type { Elicit } from "../mcp/tools/tool-scope.ts";

/** Most open questions. Their calls do not count as running, so only this bounds them. */
export const maxQuestions = 16;
/** Longest line that is checked for an answer, which is a few words. */
const maxAnswerBytes = 64 * 1024;

/**
 * Asks the client's user, on a session that began with `initialize`: the gateway sends requests, and their answers
 * arrive among the client's own lines.
 */
export class Elicitations {
  readonly #send: (request: object) => void;
  readonly #onOpen: () => void;
  readonly #open = new Map<string, (action: string) => void>();
  #canAsk = false;
  #lastId = 0;

  /** `onOpen` is called for each question asked. */
  constructor(send: (request: object) => void, onOpen: () => void) {
    this.#send = send;
    this.#onOpen = onOpen;
  }

  get waiting(): number {
    return this.#open.size;
  }

  /** Records from the parameters of `initialize` whether the client can ask the user. */
  recordClient(params: string | undefined): void {
    const { capabilities } = JSON.parse(params ?? "{}") as { capabilities?: unknown };
    this.#canAsk = canAsk(capabilities);
  }

  /** The function that asks the user for a call; undefined if the client can't. A cancelled call cancels its question. */
  elicitFor(cancellation: Cancellation): Elicit | undefined {
    return this.#canAsk ? (params) => this.#ask(params, cancellation) : undefined;
  }

  /** Returns whether the line answers a question, and passes the answer on. */
  acceptAnswer(line: Buffer): boolean {
    if (this.#open.size === 0 || line.length > maxAnswerBytes) return false;
    const { id, method, result } = (parsedOrUndefined(line) ?? {}) as Readonly<Record<string, unknown>>;
    const resolve = typeof id === "string" ? this.#open.get(id) : undefined;
    if (resolve === undefined || method !== undefined) return false;
    const { action } = (result ?? {}) as { action?: unknown };
    resolve(typeof action === "string" ? action : "cancel");
    return true;
  }

  /** Answers every open question with `cancel`. */
  cancelAll(): void {
    for (const resolve of this.#open.values()) resolve("cancel");
  }

  async #ask(params: Record<string, unknown>, cancellation: Cancellation): Promise<string> {
    if (this.#open.size >= maxQuestions) {
      throw RpcError.of(
        "atCapacity",
        `${maxQuestions} questions to the user are already open: answer one, then call again.`,
      );
    }
    this.#lastId += 1;
    const id = `ask-${this.#lastId}`;
    let onEnd: CancelListener | undefined;
    try {
      return await new Promise<string>((resolve) => {
        onEnd = { onCancel: () => resolve("cancel") };
        this.#open.set(id, resolve);
        this.#onOpen();
        cancellation.add(onEnd);
        this.#send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
      });
    } finally {
      this.#open.delete(id);
      if (onEnd !== undefined) cancellation.remove(onEnd);
    }
  }
}
