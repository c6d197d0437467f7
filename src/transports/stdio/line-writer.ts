import type { Writable } from "node:stream";

/** Writes whole lines at the reader's pace, and knows when the reader is gone. */
export class LineWriter {
  readonly #output: Writable;
  #gone = false;
  #onReady: (() => void) | undefined;

  constructor(output: Writable, onGone: () => void) {
    this.#output = output;
    const leave = () => {
      if (this.#gone) return;
      this.#gone = true;
      this.#onReady?.();
      onGone();
    };
    // A client may close its end at any time: that ends the session and is not a fault.
    output.on("error", leave);
    output.on("close", leave);
    output.on("drain", () => this.#onReady?.());
  }

  /** Writes a line; drops it if the reader is gone. */
  write(line: Buffer): void {
    if (!this.#gone) this.#output.write(line);
  }

  /** Waits until the reader keeps up again. */
  async ready(): Promise<void> {
    while (!this.#gone && this.#output.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#onReady = resolve;
      });
  }

  /** Waits until everything that was written has left. */
  async flush(): Promise<void> {
    if (this.#gone) return;
    await new Promise<void>((resolve) => {
      this.#output.write("", () => resolve());
    });
  }
}
