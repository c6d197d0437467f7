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
  /** Changes resolve when they would survive a crash. An unknown id is `networkNotFound`. */
  setEnabled(id: string, enabled: boolean): Promise<Network>;
  /** Refuses what is not a public https address with `invalidParams`. */
  setRpcUrl(id: string, url: string): Promise<Network>;
  /**
   * Takes an upstream out of every network that lists it, or back in; gives these networks. An unknown id, and one without which a
   * network has none, is refused with `invalidParams`.
   */
  setCordoned(upstream: string, cordoned: boolean): Promise<readonly Network[]>;
  /** Takes over the networks of another configuration, under the run-time changes. Throws `ConfigFaults`, and then changes nothing. */
  reconfigure(config: Config): void;
  /** Called after each change with the new record; returns the way to stop. */
  onChange(listener: (network: Network) => void): () => void;
  /** Flushes what is still to be written. */
  close(): Promise<void>;
}
