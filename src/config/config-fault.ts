/** One thing that is wrong with the configuration. */
export interface ConfigFault {
  /** The key, flag or variable at fault: `server_config.port`, `--port`, `SERVER_PORT`. */
  readonly at: string;
  /** Follows `at` in a sentence: `must be an integer from 0 to 65535, got "x"`. Never contains credentials. */
  readonly message: string;
}

/** Thrown for an invalid configuration; lists every fault. */
export class ConfigFaults extends Error {
  override readonly name = "ConfigFaults";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map((fault) => `${fault.at}: ${fault.message}`).join("\n"));
    this.faults = faults;
  }
}

/** Thrown when the program can't start as requested. The message says why and what to do. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
