import type { Commitment } from "../../src/contract/method-description.ts";
import { encodeTransaction } from "../ledger/answer-request.ts";
import type { ModelLedger } from "../ledger/model-ledger.ts";
import { createRandom } from "../ledger/random.ts";
import type { RecordedAnswer } from "./record.ts";

/** Sends a request of a session and gives the body of the answer. */
export type Ask = (session: number, method: string, params: readonly unknown[]) => Promise<string>;

/** What the sessions do. */
interface SessionOptions {
  readonly ledger: ModelLedger;
  readonly ask: Ask;
  /** Takes every answer, in the order of its coming. */
  readonly record: (answer: RecordedAnswer) => void;
  /** What sessions do follows from it, whatever the others do. */
  readonly seed: number;
  readonly sessions: number;
  /** Reads of all sessions together, after which each ends at its next turn. */
  readonly reads: number;
  /** Milliseconds of a slot: how long to wait between two looks at a signature. */
  readonly slotMs: number;
  /** Milliseconds that a session thinks between two rounds. */
  readonly pauseMs: (random: () => number) => number;
}

/** Reads of accounts that all sessions share, in each round. */
const sharedReads = 30;
/** Looks at a signature before it is given up. */
const mostLooks = 60;

/**
 * Lets sessions do what wallets do, each in its own order: read an account, take a blockhash, send what changes the account, wait
 * for its confirmation, read the account again and send what builds on that.
 */
export async function runSessions(options: SessionOptions): Promise<void> {
  const shared = Array.from({ length: 20 }, (_, index) => options.ledger.addAccount(`shared ${index}`));
  const own = Array.from({ length: options.sessions }, (_, index) =>
    options.ledger.addAccount(`own ${index}`),
  );
  let reads = 0;
  await Promise.all(
    own.map(async (address, index) => {
      const session = new Session(index, address, options);
      while (reads < options.reads) {
        const before = session.reads;
        await session.round(shared);
        reads += session.reads - before;
        await wait(options.pauseMs(session.random));
      }
    }),
  );
}

class Session {
  readonly #index: number;
  readonly #address: string;
  readonly #options: SessionOptions;
  readonly random: () => number;
  reads = 0;
  #sent = 0;
  #confirmedVersion = 0;

  constructor(index: number, address: string, options: SessionOptions) {
    this.#index = index;
    this.#address = address;
    this.#options = options;
    this.random = createRandom(options.seed * 1000 + index);
  }

  async round(shared: readonly string[]): Promise<void> {
    const { random } = this;
    for (let count = 0; count < sharedReads; count += 1) {
      const address = shared[Math.floor(random() * shared.length)] ?? this.#address;
      await this.#read(address, random() < 0.8 ? "confirmed" : "processed");
    }
    const version = await this.#read(this.#address, "confirmed", this.#confirmedVersion);
    const blockhash = await this.#blockhash();
    if (version === undefined || blockhash === undefined) return;
    // Base-58, and its padding is in no number: no two sessions have the same.
    const numbers = `${String(this.#index).padStart(6, "x")}${String(this.#sent).padStart(10, "x")}`;
    const signature = `5${"x".repeat(70)}${numbers.replaceAll("0", "z")}`;
    this.#sent += 1;
    const transaction = encodeTransaction({
      signature,
      blockhash,
      writes: this.#address,
      buildsOn: Math.max(version, this.#confirmedVersion),
    });
    if (!(await this.#send(transaction))) return;
    if (await this.#isConfirmed(signature)) this.#confirmedVersion = version + 1;
    await this.#read(this.#address, "confirmed", this.#confirmedVersion);
  }

  /** Returns the version that was read; undefined for an error. */
  async #read(address: string, commitment: Commitment, ownVersion?: number): Promise<number | undefined> {
    const config = { encoding: "base64", commitment };
    const answer = await this.#ask("getAccountInfo", [address, config]);
    const data = /"data":\["([^"]*)"/.exec(answer)?.[1];
    const version = Number(/ (-?\d+)/.exec(Buffer.from(data ?? "", "base64").toString())?.[1] ?? Number.NaN);
    this.#keep("read", commitment, answer, {
      address,
      ...(Number.isNaN(version) ? {} : { version }),
      ...(ownVersion === undefined ? {} : { ownVersion }),
    });
    return Number.isNaN(version) ? undefined : version;
  }

  async #blockhash(): Promise<string | undefined> {
    const answer = await this.#ask("getLatestBlockhash", [{ commitment: "confirmed" }]);
    this.#keep("read", "confirmed", answer, {});
    return /"blockhash":"([^"]*)"/.exec(answer)?.[1];
  }

  async #send(transaction: string): Promise<boolean> {
    const config = { encoding: "base64", preflightCommitment: "confirmed" };
    const answer = await this.#ask("sendTransaction", [transaction, config]);
    this.#keep("send", "confirmed", answer, {});
    return answer.includes('"result":');
  }

  async #isConfirmed(signature: string): Promise<boolean> {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const answer = await this.#ask("getSignatureStatuses", [[signature]]);
      this.#keep("status", "processed", answer, {});
      if (/"confirmationStatus":"(confirmed|finalized)"/.test(answer)) {
        // The status itself shows the slot that is confirmed.
        const slot = Number(/"value":\[\{"slot":(\d+)/.exec(answer)?.[1]);
        this.#options.record({ session: this.#index, kind: "status", commitment: "confirmed", slot });
        return true;
      }
      await wait(this.#options.slotMs / 2);
    }
    return false;
  }

  #ask(method: string, params: readonly unknown[]): Promise<string> {
    return this.#options.ask(this.#index, method, params);
  }

  #keep(
    kind: RecordedAnswer["kind"],
    commitment: Commitment,
    answer: string,
    more: Partial<RecordedAnswer>,
  ): void {
    const slot = /"context":\{[^}]*"slot":(\d+)/.exec(answer)?.[1];
    const code = answer.includes('"result":') ? undefined : Number(/"code":(-?\d+)/.exec(answer)?.[1] ?? 0);
    if (kind === "read") this.reads += 1;
    this.#options.record({
      session: this.#index,
      kind,
      commitment,
      ...(slot === undefined ? {} : { slot: Number(slot) }),
      ...(code === undefined ? {} : { code }),
      ...more,
    });
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
