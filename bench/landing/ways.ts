import { Connection } from "@solana/web3.js";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { isFinalFate } from "../../src/landing/fate.ts";
import { LandingLoop, type LandingLoopOptions } from "../../src/landing/landing-loop.ts";
import type { LossyCluster } from "../../test/landing/lossy-cluster.ts";

/** Pause of a client's own loop, as the guides of the ledger's library write it. */
const everyMs = 500;
/** Blocks until the blockhash has expired, and some more until that is final. */
const slotsToExpiry = 190;

/** Sends all transactions of a cluster; resolves once nothing more can land. */
type Way = (made: LossyCluster) => Promise<void>;

async function passSlots({ cluster, time }: LossyCluster, isDone: () => boolean): Promise<void> {
  for (let slot = 0; slot < slotsToExpiry && !isDone(); slot += 1) {
    await time.pass(cluster.clock.slotMs);
    cluster.nextSlot();
  }
}

/** Sends each transaction once, to this many upstreams. */
function once(targetsUsed: number): Way {
  return async (made) => {
    const sends = made.pending.flatMap((transaction, at) => {
      const { targets } = made.cluster.targets(transaction);
      return Array.from({ length: targetsUsed }, (_, next) => targets[(at + next) % targets.length]?.send());
    });
    // The clock passes what the sends wait for.
    await Promise.all([Promise.all(sends), made.time.pass(made.cluster.clock.slotMs)]);
  };
}

/** What a connection of @solana/web3.js asks one upstream of the cluster. */
function fetchFrom({ cluster, pending }: LossyCluster, at: number): typeof fetch {
  const bySignature = new Map(pending.map((transaction) => [transaction.signature, transaction]));
  const answers: Readonly<Record<string, (params: readonly string[]) => Promise<string>>> = {
    async sendTransaction([wire = ""]) {
      // Its bytes are its signature: the cluster reads no more of a transaction.
      const transaction = bySignature.get(Buffer.from(wire, "base64").toString());
      if (transaction !== undefined) await cluster.targets(transaction).targets[at]?.send();
      return JSON.stringify(transaction?.signature ?? null);
    },
    getSignatureStatuses: async ([signatures, config = {}]) =>
      String(
        await cluster.witnesses()[at]?.ask("getSignatureStatuses", JSON.stringify([signatures, config])),
      ),
    getBlockHeight: async () => String(cluster.height),
  };
  return (async (_url: string, { body }: { readonly body: string }) => {
    const { id, method, params } = JSON.parse(body) as { id: string; method: string; params: string[] };
    const result = await answers[method]?.(params);
    return { ok: true, status: 200, text: async () => `{"jsonrpc":"2.0","id":"${id}","result":${result}}` };
  }) as unknown as typeof fetch;
}

/** The loop of a client with @solana/web3.js: it sends every half second, until the transaction is confirmed or its blockhash has expired. */
const clientLoop: Way = async (made) => {
  const { time, pending } = made;
  const connections = made.cluster.honest.map(
    (_, at) => new Connection(`http://upstream-${at}.invalid`, { fetch: fetchFrom(made, at) }),
  );
  let left = pending.length;
  const send = async (signature: string, lastHeight: number, connection: Connection | undefined) => {
    while (connection !== undefined && (await connection.getBlockHeight()) < lastHeight) {
      await connection.sendRawTransaction(Buffer.from(signature), { skipPreflight: true });
      await time.pause(everyMs);
      const { value } = await connection.getSignatureStatus(signature);
      if (value?.confirmationStatus === "confirmed" || value?.confirmationStatus === "finalized") break;
    }
    left -= 1;
  };
  const loops = pending.map(({ signature, lastHeight = 0 }, at) =>
    send(signature, lastHeight, connections[at % connections.length]),
  );
  await passSlots(made, () => left === 0);
  await Promise.all([...loops, time.pass(made.cluster.clock.slotMs)]);
};

const land: Way = async (made) => {
  const { cluster, random, pending } = made;
  const options: LandingLoopOptions = {
    ...{ network: cluster, timers: new TimerWheel(), random, maxMs: Number.POSITIVE_INFINITY },
    maySend: () => true,
    onFate: () => undefined,
    onError(error) {
      throw error;
    },
  };
  const landing = new LandingLoop(options);
  // The call itself goes to one upstream, as with once; what follows is sent to all.
  const calls = pending.map((transaction, at) => {
    const { targets } = cluster.targets(transaction);
    return Promise.resolve(targets[at % targets.length]?.send()).then(() => landing.add(transaction));
  });
  await Promise.all([
    Promise.all(calls),
    passSlots(made, () => pending.every(({ fate }) => isFinalFate(fate))),
  ]);
  landing.close();
};

/** The ways to send that are compared. */
export const ways: Readonly<Record<string, Way>> = {
  once: once(1),
  broadcast: once(3),
  "web3.js' loop": clientLoop,
  land,
};
