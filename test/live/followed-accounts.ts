import type { LiveConfig } from "../../generated/config.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import type { AccountQuestion } from "../../src/live/account-feed.ts";
import { LiveAccounts } from "../../src/live/live-accounts.ts";
import type { NetworkHeads } from "../../src/live/network-heads.ts";
import { createBench, type ScriptedUpstream } from "../faults/upstream-harness.ts";

/** An address by a letter. */
export function addressOf(letter: string): string {
  return letter.repeat(43);
}

/** An account as nodes write it in answers: members in the order of the alphabet. */
export function accountText(lamports: number, data = "AQID"): string {
  return `{"data":["${data}","base64"],"executable":false,"lamports":${lamports},"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":3}`;
}

/** The same as nodes write it in notifications: members in the order of the node's own structure. */
export function notifiedText(lamports: number, data = "AQID"): string {
  return `{"lamports":${lamports},"data":["${data}","base64"],"owner":"11111111111111111111111111111111","executable":false,"rentEpoch":18446744073709551615,"space":3}`;
}

/** The subscription of one account, as its test drives it. */
export class DrivenFeed {
  readonly question: AccountQuestion;
  readonly #onState: (state: RawJson) => void;
  readonly #ledger: FollowedAccounts;
  isPushed = true;
  interruptions = 0;
  moves = true;
  missed = 0;
  leaves = 0;

  constructor(question: AccountQuestion, onState: (state: RawJson) => void, ledger: FollowedAccounts) {
    this.question = question;
    this.#onState = onState;
    this.#ledger = ledger;
  }

  get newestSlot(): number {
    return this.#ledger.socketSlot ?? this.#ledger.slot;
  }

  isMoving(): boolean {
    return this.moves;
  }

  recordMissed(): string {
    this.missed += 1;
    return "127.0.0.1";
  }

  leave(): void {
    this.leaves += 1;
  }

  notify(slot: number, value: string): void {
    this.#onState(RawJson.fromText(`{"context":{"slot":${slot}},"value":${value}}`));
  }
}

const followed: LiveConfig = {
  enabled: true,
  afterReads: 3,
  withinMs: 10_000,
  verifyMs: 100_000,
  maxAccounts: 100,
  maxBytes: 1_000_000,
  idleMs: 100_000,
};

/** A gateway's calls over one scripted upstream, with accounts followed by subscriptions that the test drives. */
export class FollowedAccounts {
  /** The newest slot, in answers and in subscriptions. */
  slot = 1000;
  /** The slot of subscriptions, if it differs. */
  socketSlot: number | undefined;
  /** Texts by address; other accounts do not exist. */
  readonly texts = new Map<string, string>();
  readonly feeds: DrivenFeed[] = [];
  readonly notices: string[] = [];
  readonly upstream: ScriptedUpstream;
  readonly bench: ReturnType<typeof createBench>;
  readonly accounts: LiveAccounts;
  refusesFeeds = false;

  constructor(
    upstream: ScriptedUpstream,
    change: Partial<LiveConfig> & { isPushed?: boolean; wsUrls?: readonly string[]; heads?: NetworkHeads },
  ) {
    const { isPushed = true, wsUrls = ["ws://127.0.0.1:1"], heads, ...config } = change;
    this.upstream = upstream;
    this.accounts = new LiveAccounts(
      { ...followed, ...config },
      {
        onCorrected: () => this.notices.push("corrected"),
        onMissed: (_, host) => this.notices.push(`missed by ${host}`),
        onReadFailed: (_, { message }) => this.notices.push(message),
      },
    );
    this.accounts.followWith((question, onState) => {
      if (this.refusesFeeds) return Promise.reject(new Error("no"));
      const feed = new DrivenFeed(question, onState, this);
      feed.isPushed = isPushed;
      this.feeds.push(feed);
      return Promise.resolve(feed);
    });
    this.bench = createBench([upstream], {
      liveAccounts: this.accounts,
      heads,
      network: { wsUrls: wsUrls.map((url) => ({ url, weight: 1, trusted: true })) },
    });
    upstream.script = ({ method, params }) => this.#answer(method, params as [string | string[]]);
  }

  /** Reads of clients that the upstream answered. */
  reads(method: string): number {
    return this.upstream.count(method);
  }

  feedOf(letter: string): DrivenFeed {
    const address = JSON.stringify(addressOf(letter));
    const feed = this.feeds.findLast(({ question }) => question.address === address);
    if (feed === undefined) throw new Error(`${letter} is not followed`);
    return feed;
  }

  ask(method: string, letters: string, config: object = {}): Promise<string> {
    const asked = method === "getMultipleAccounts" ? [...letters].map(addressOf) : addressOf(letters);
    return this.bench.ask(method, JSON.stringify([asked, { commitment: "confirmed", ...config }]));
  }

  /** Where the answer to a read came from. */
  async sourceOf(method: string, letters: string, config: object = {}): Promise<string | undefined> {
    const notes: { cache?: string } = {};
    const asked = method === "getMultipleAccounts" ? [...letters].map(addressOf) : addressOf(letters);
    const params = JSON.stringify([asked, { commitment: "confirmed", ...config }]);
    await this.bench.ask(method, params, { notes: notes as object });
    return notes.cache;
  }

  /** Reads accounts until they are followed and known, while slots go on; returns the slot at which they are. */
  async follow(letters: string, config: object = { encoding: "base64" }): Promise<number> {
    const end = performance.now() + 5000;
    for (;;) {
      let live = 0;
      for (const letter of letters)
        if ((await this.sourceOf("getAccountInfo", letter, config)) === "live") live += 1;
      if (live === letters.length) break;
      if (performance.now() > end) throw new Error("the accounts never became known");
      this.slot += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const answer = await this.ask("getAccountInfo", letters.slice(0, 1), config);
    return Number(/"slot":(\d+)/.exec(answer)?.[1]);
  }

  async close(): Promise<void> {
    this.accounts.close();
    await this.bench.close();
    await this.upstream.stop();
  }

  #answer(method: string, [asked]: [string | string[]]): string {
    const text = (address: string) => this.texts.get(address) ?? "null";
    const value = Array.isArray(asked)
      ? `[${asked.map(text).join(",")}]`
      : method === "getBalance"
        ? String(/"lamports":(\d+)/.exec(text(asked))?.[1] ?? 0)
        : text(asked);
    return `{"context":{"apiVersion":"3.1.10","slot":${this.slot}},"value":${value}}`;
  }
}
