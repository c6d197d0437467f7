import type { CancelListener, Cancellation } from "../../call/cancellation.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import { canAsk } from "../mcp/tools/confirm.ts";
import type { Elicit } from "../mcp/tools/tool-scope.ts";

/** Maximum open elicitations. Their calls do not count as running, so nothing else bounds them. */
export const maxOpenElicitations = 16;
/** Longest line that is parsed as a response. Responses are a few words. */
const maxResponseBytes = 64 * 1024;

/**
 * Asks the client's user, in a session that began with `initialize`. The gateway sends requests, and the responses arrive among the
 * client's lines.
 */
export class Elicitations {
  readonly #send: (request: object) => void;
  readonly #onOpen: () => void;
  readonly #open = new Map<string, (action: string) => void>();
  #canAsk = false;
  #lastId = 0;

  /** Calls `onOpen` for each elicitation. */
  constructor(send: (request: object) => void, onOpen: () => void) {
    this.#send = send;
    this.#onOpen = onOpen;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** Reads from the `initialize` parameters whether the client supports elicitation. */
  recordCapabilities(params: string | undefined): void {
    const { capabilities } = JSON.parse(params ?? "{}") as { capabilities?: unknown };
    this.#canAsk = canAsk(capabilities);
  }

  /** Builds the function that asks the user about a call; undefined if the client can't. Cancelling the call cancels the elicitation. */
  elicitFor(cancellation: Cancellation): Elicit | undefined {
    return this.#canAsk ? (params) => this.#ask(params, cancellation) : undefined;
  }

  /** Settles an elicitation if the line is the response to one. Returns whether it is. */
  acceptResponse(line: Buffer): boolean {
    if (this.#open.size === 0 || line.length > maxResponseBytes) return false;
    const { id, method, result } = (parsedOrUndefined(line) ?? {}) as Readonly<Record<string, unknown>>;
    const resolve = typeof id === "string" ? this.#open.get(id) : undefined;
    if (resolve === undefined || method !== undefined) return false;
    const { action } = (result ?? {}) as { action?: unknown };
    resolve(typeof action === "string" ? action : "cancel");
    return true;
  }

  /** Settles every open elicitation with `cancel`. */
  cancelAll(): void {
    for (const resolve of this.#open.values()) resolve("cancel");
  }

  async #ask(params: Record<string, unknown>, cancellation: Cancellation): Promise<string> {
    if (this.#open.size >= maxOpenElicitations) {
      throw RpcError.of(
        "atCapacity",
        `${maxOpenElicitations} questions to the user are already open: answer one, then call again.`,
      );
    }
    this.#lastId += 1;
    const id = `ask-${this.#lastId}`;
    let cancelListener: CancelListener | undefined;
    try {
      return await new Promise<string>((resolve) => {
        cancelListener = { onCancel: () => resolve("cancel") };
        this.#open.set(id, resolve);
        this.#onOpen();
        cancellation.add(cancelListener);
        this.#send({ jsonrpc: "2.0", id, method: "elicitation/create", params });
      });
    } finally {
      this.#open.delete(id);
      if (cancelListener !== undefined) cancellation.remove(cancelListener);
    }
  }
}
