import type { Commitment } from "../../src/contract/method-description.ts";
import { accountText } from "./answer-request.ts";
import type { LedgerView } from "./ledger-view.ts";

interface Subscription {
  readonly notification: string;
  /** What to say about the newest slot; undefined when there is nothing new. */
  readonly news: () => string | undefined;
  readonly isOneShot: boolean;
}

/** The subscriptions of one socket at a simulated upstream. */
export class UpstreamFeed {
  readonly #view: LedgerView;
  readonly #send: (text: string) => void;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #stop: () => void;
  #nextId = 1;

  constructor(view: LedgerView, send: (text: string) => void) {
    this.#view = view;
    this.#send = send;
    this.#stop = view.ledger.onSlot(() => this.#tell());
  }

  /** Answers a subscribe or unsubscribe method with raw JSON; undefined for any other method. */
  answer(method: string, params: readonly unknown[]): string | undefined {
    if (method.endsWith("Unsubscribe")) return String(this.#subscriptions.delete(Number(params[0])));
    const made = this.#make(method, params);
    if (made === undefined) return undefined;
    const id = this.#nextId;
    this.#nextId += 1;
    this.#subscriptions.set(id, made);
    return String(id);
  }

  close(): void {
    this.#stop();
    this.#subscriptions.clear();
  }

  #make(method: string, params: readonly unknown[]): Subscription | undefined {
    const view = this.#view;
    switch (method) {
      case "slotSubscribe":
        return repeated("slotNotification", () => {
          const slot = view.slotAt("processed");
          // As nodes do: a slot is reported when it begins, with the node's own root, which most others do not have yet.
          return `{"slot":${slot + 1},"parent":${slot},"root":${view.slotAt("finalized") + 1}}`;
        });
      case "rootSubscribe":
        return repeated("rootNotification", () => String(view.slotAt("finalized")));
      case "accountSubscribe":
        return this.#account(String(params[0]), (params[1] ?? {}) as { commitment?: Commitment });
      case "signatureSubscribe":
        return this.#signature(String(params[0]), (params[1] ?? {}) as { commitment?: Commitment });
      default:
        return undefined;
    }
  }

  #account(address: string, config: { readonly commitment?: Commitment }): Subscription {
    const view = this.#view;
    const commitment = config.commitment ?? "finalized";
    let known = view.accountAt(address, commitment)?.version;
    return repeated("accountNotification", () => {
      const account = view.accountAt(address, commitment);
      if (account === undefined || account.version === known) return undefined;
      known = account.version;
      return `{"context":{"slot":${view.slotAt(commitment)}},"value":${accountText(account, config)}}`;
    });
  }

  #signature(
    signature: string,
    { commitment = "finalized" }: { readonly commitment?: Commitment },
  ): Subscription {
    const view = this.#view;
    const news = () => {
      const landed = view.ledger.landedAt(signature);
      const slot = view.slotAt(commitment);
      if (landed === undefined || landed > slot) return undefined;
      return `{"context":{"slot":${slot}},"value":{"err":null}}`;
    };
    return { notification: "signatureNotification", news, isOneShot: true };
  }

  #tell(): void {
    for (const [id, { notification, news, isOneShot }] of this.#subscriptions) {
      const result = news();
      if (result === undefined) continue;
      this.#send(
        `{"jsonrpc":"2.0","method":"${notification}","params":{"result":${result},"subscription":${id}}}`,
      );
      if (isOneShot) this.#subscriptions.delete(id);
    }
  }
}

function repeated(notification: string, news: () => string | undefined): Subscription {
  return { notification, news, isOneShot: false };
}
