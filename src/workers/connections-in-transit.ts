import type { Worker } from "node:cluster";

/** A connection that Node passes to a worker. `fd` turns negative when the worker has accepted it and it is closed here. */
interface Connection {
  readonly fd: number;
  close(): void;
}

/**
 * Tracks connections on their way to a worker. If the worker dies before it accepts one, Node keeps it open forever, and its client
 * would hang.
 */
export class ConnectionsInTransit {
  readonly #workers = new Map<Connection, Worker>();

  /** Tracks the connections that Node passes to a worker. */
  follow(worker: Worker): void {
    const { process } = worker;
    const send = process.send.bind(process) as (...args: readonly unknown[]) => boolean;
    process.send = (...args: readonly unknown[]) => {
      const [, connection] = args as [unknown, (Connection | null)?];
      if (connection) {
        for (const earlier of this.#workers.keys()) if (earlier.fd < 0) this.#workers.delete(earlier);
        this.#workers.set(connection, worker);
      }
      return send(...args);
    };
  }

  /** Closes the connections that a worker has not accepted. */
  closeUnclaimed(worker: Worker): void {
    for (const [connection, holder] of this.#workers) {
      if (holder !== worker) continue;
      this.#workers.delete(connection);
      if (connection.fd >= 0) connection.close();
    }
  }
}
