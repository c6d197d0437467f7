import type { Worker } from "node:cluster";

/** A connection in this process, as Node passes it to a worker. `fd` is negative once a worker has taken it, and it is closed here. */
interface Connection {
  readonly fd: number;
  close(): void;
}

/**
 * Connections on their way to a worker. Node keeps one forever if its worker dies before taking it, and the client would wait for an
 * answer.
 */
export class ConnectionsInTransit {
  readonly #workers = new Map<Connection, Worker>();

  /** Notes the connections that Node hands to a worker. */
  follow(worker: Worker): void {
    const { process } = worker;
    const send = process.send.bind(process) as (...args: readonly unknown[]) => boolean;
    process.send = (...args: readonly unknown[]) => {
      const [, connection] = args as [unknown, (Connection | null)?];
      if (connection) {
        for (const known of this.#workers.keys()) if (known.fd < 0) this.#workers.delete(known);
        this.#workers.set(connection, worker);
      }
      return send(...args);
    };
  }

  /** Closes those that a worker has not taken. */
  closeUnclaimed(worker: Worker): void {
    for (const [connection, holder] of this.#workers) {
      if (holder !== worker) continue;
      this.#workers.delete(connection);
      if (connection.fd >= 0) connection.close();
    }
  }
}
