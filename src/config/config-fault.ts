/** One thing that is wrong with the configuration. */
export interface ConfigFault {
  /** Dotted path, flag or variable that holds it: `server_config.port`, `--port`, `SERVER_PORT`. */
  readonly at: string;
  /** Readable after it: `must be an integer from 0 to 65535, got "x"`. Never holds a credential. */
  readonly message: string;
}

/** Refuses a start: every fault of the configuration at once. */
export class ConfigFaults extends Error {
  override readonly name = "ConfigFaults";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(faults.map((fault) => `${fault.at}: ${fault.message}`).join("\n"));
    this.faults = faults;
  }
}
