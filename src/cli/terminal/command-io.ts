/** A stream that a command writes to. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

/** The parts of `process` that commands use, so that tests can replace them. */
export interface CommandIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}
