import { Connection, SendTransactionError } from "@solana/web3.js";
import { expect } from "chai";
import { clientSuite } from "./client-suite.ts";
import { web3Flows } from "./web3-flows.ts";
import { web3Reads } from "./web3-reads.ts";
import { web3Subscriptions } from "./web3-subscriptions.ts";

/** Name, code and words of a fault, and the logs that came with it. */
function describeFault(caught: unknown): unknown {
  const { name, message, code, data } = caught as Error & { code?: unknown; data?: unknown };
  const logs = caught instanceof SendTransactionError ? caught.logs : undefined;
  return { name, code, message, data, logs };
}

/** The client keeps its socket for a while, and tries for ever to open it again when the server leaves first. */
function disconnect(connection: Connection): void {
  const { _rpcWebSocket: socket } = connection as unknown as {
    readonly _rpcWebSocket: { setAutoReconnect(isOn: boolean): void; close(): void };
  };
  socket.setAutoReconnect(false);
  socket.close();
}

clientSuite(
  "@solana/web3.js",
  { getters: web3Reads, programs: web3Flows, subscriptions: web3Subscriptions },
  ({ url, wsUrl }) => new Connection(url, { commitment: "confirmed", wsEndpoint: wsUrl }),
  describeFault,
  disconnect,
);

/** What asks nobody, or is proven by what uses it. */
const local =
  /^_|^(constructor|commitment|rpcEndpoint|getCancellationPromise|getTransactionConfirmationPromise)$|^remove|^confirmTransactionUsing/;

describe("the cases of @solana/web3.js", () => {
  const cases = [...web3Reads, ...web3Flows, ...web3Subscriptions].map(({ name }) => name);
  const methods = Object.getOwnPropertyNames(Connection.prototype).filter((name) => !local.test(name));

  it("are about every method of Connection", () => {
    expect(methods).to.have.length.above(70);
    const covered = new Set(cases.map((name) => /^\w+/.exec(name)?.[0]));
    expect(methods.filter((name) => !covered.has(name))).to.deep.equal([]);
  });
});
