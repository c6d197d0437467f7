import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { watchChild } from "../child-process.ts";
import type { LiveLedger } from "../contract/live-ledger.ts";
import type { PythonEnvironment } from "../python-environment.ts";
import type { Side } from "./sides.ts";

const program = fileURLToPath(new URL("solana_py.py", import.meta.url));

/** A fault as the client raised it. */
export class PythonFault extends Error {
  constructor(fault: { readonly name: string; readonly message: string }) {
    super(fault.message);
    this.name = fault.name;
  }
}

type Outcome = { readonly answered: unknown } | { readonly failed: { name: string; message: string } };

/** A Python program with the client in it, which runs one case after the other. */
export class SolanaPy {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #side: Side;
  #complaints = "";
  #isConnected = false;

  constructor({ python, env }: PythonEnvironment, side: Side) {
    this.#side = side;
    this.#child = watchChild(spawn(python, [program], { env, timeout: 120_000 }));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaints = `${this.#complaints}${text}`.slice(-3000);
    });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** Runs a case by its name. */
  async run(name: string, ledger: LiveLedger): Promise<unknown> {
    if (!this.#isConnected) this.#connect(ledger);
    this.#child.stdin.write(`${name}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the Python program ended: ${this.#complaints}`);
    const outcome = JSON.parse(value) as Outcome;
    if ("failed" in outcome) throw new PythonFault(outcome.failed);
    return outcome.answered;
  }

  /** Ends the program. */
  close(): void {
    this.#child.stdin.end();
  }

  #connect(ledger: LiveLedger): void {
    const { mint, tokenAccount, stakeAccount, signature, slot, unsent } = ledger;
    const payer = ledger.payer.publicKey.toBase58();
    const { url, wsUrl } = this.#side;
    const facts = { url, wsUrl, payer, mint, tokenAccount, stakeAccount, signature, slot, unsent };
    this.#child.stdin.write(`${JSON.stringify(facts)}\n`);
    this.#isConnected = true;
  }
}
