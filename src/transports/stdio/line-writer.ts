import type { Writable } from "node:stream";

/** Writes whole lines at the reader's pace, until the reader closes its end. */
export class LineWriter {
  readonly #output: Writable;
  #hasClosed = false;
  #onReady: (() => void) | undefined;

  constructor(output: Writable, onClosed: () => void) {
    this.#output = output;
    const end = () => {
      if (this.#hasClosed) return;
      this.#hasClosed = true;
      this.#onReady?.();
      onClosed();
    };
    // A client may close its end at any time: that ends the session and is not a fault.
    output.on("error", end);
    output.on("close", end);
    output.on("drain", () => this.#onReady?.());
  }

  /** Writes a line; drops it once the reader has closed. */
  write(line: Buffer): void {
    if (!this.#hasClosed) this.#output.write(line);
  }

  /** Waits until the reader has caught up. */
  async ready(): Promise<void> {
    while (!this.#hasClosed && this.#output.writableNeedDrain)
      await new Promise<void>((resolve) => {
        this.#onReady = resolve;
      });
  }

  /** Waits until every written line has been handed to the operating system. */
  async flush(): Promise<void> {
    if (this.#hasClosed) return;
    await new Promise<void>((resolve) => {
      this.#output.write("", () => resolve());
    });
  }
}
