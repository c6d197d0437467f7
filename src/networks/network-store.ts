import type { Config } from "../../generated/config.ts";
import type { Network } from "./network.ts";

/** The networks and their run-time changes. Reads are synchronous and cheap: every call makes one. */
export interface NetworkStore {
  /** All networks, by id. */
  list(): readonly Network[];
  /** The enabled ones; the same array until something changes. */
  enabled(): readonly Network[];
  /** The network that answers when a call selects none. */
  defaultNetwork(): Network;
  get(id: string): Network | undefined;
  /** Known ids that look like `id`, nearest first. */
  nearest(id: string): readonly string[];
  /**
   * A lasting change, the default, resolves once it would survive a crash; one that does not last ends with the process. An unknown id is
   * refused with `invalidParams`.
   */
  setEnabled(id: string, enabled: boolean, lasts?: boolean): Promise<Network>;
  /** Refuses anything but a public https address with `invalidParams`. */
  setRpcUrl(id: string, url: string, lasts?: boolean): Promise<Network>;
  /**
   * Takes an upstream out of every network that lists it, or back in, and returns these networks. An unknown id, and the last upstream
   * of a network, is refused with `invalidParams`.
   */
  setCordoned(upstream: string, cordoned: boolean): Promise<readonly Network[]>;
  /** Applies the networks of another configuration, below the run-time changes. Changes nothing if it throws `ConfigFaults`. */
  reconfigure(config: Config): void;
  /** Calls back after each change with the new record; returns the function that stops it. */
  onChange(listener: (network: Network) => void): () => void;
  /** Finishes saving. */
  close(): Promise<void>;
}
