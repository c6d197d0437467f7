import { isFinal } from "../../src/landing/fate.ts";
import { NetworkLanding, type NetworkLandingOptions } from "../../src/landing/network-landing.ts";
import type { LossyCluster } from "../../test/landing/lossy-cluster.ts";

/** Slots after which a client's own loop sends again: 2 s. */
const everySlots = 5;
/** Blocks until the blockhash has expired, and some more until that is final. */
const slotsToExpiry = 190;

/** Sends all transactions of a cluster; resolves once nothing more can land. */
export type Way = (made: LossyCluster) => Promise<void>;

async function passSlots({ cluster, timers }: LossyCluster, isDone: () => boolean): Promise<void> {
  for (let slot = 0; slot < slotsToExpiry && !isDone(); slot += 1) {
    await timers.pass(cluster.clock.slotMs);
    cluster.nextSlot();
  }
}

/** Each transaction to so many routes, one time. */
function once(routesUsed: number): Way {
  return async (made) => {
    const sends = made.pending.flatMap((transaction, at) => {
      const routes = made.cluster.routes(transaction);
      return Array.from({ length: routesUsed }, (_, next) =>
        routes[(at + next) % routes.length]?.send(transaction),
      );
    });
    // The clock passes what the sends wait for.
    await Promise.all([Promise.all(sends), made.timers.pass(made.cluster.clock.slotMs)]);
  };
}

/** A client that sends to one upstream every few slots, until it sees the transaction confirmed or its blockhash has expired. */
const clientLoop: Way = async (made) => {
  const { cluster, timers, pending, truths } = made;
  const begin = cluster.slot;
  const isSeen = (at: number) => {
    const landedAt = truths[at]?.landedAt;
    return landedAt !== undefined && landedAt <= cluster.slot - 2;
  };
  const sends: Promise<unknown>[] = [];
  await passSlots(made, () => {
    if ((cluster.slot - begin) % everySlots === 0)
      pending.forEach((transaction, at) => {
        const routes = cluster.routes(transaction);
        const truth = truths[at];
        if (truth !== undefined && !isSeen(at) && cluster.canLand(truth))
          sends.push(Promise.resolve(routes[at % routes.length]?.send(transaction)));
      });
    return truths.every((_, at) => isSeen(at));
  });
  await Promise.all([Promise.all(sends), timers.pass(cluster.clock.slotMs)]);
};

const land: Way = async (made) => {
  const { cluster, timers, random, pending } = made;
  const options: NetworkLandingOptions = {
    ...{ network: cluster, timers, random, maxMs: Number.POSITIVE_INFINITY },
    onFate: () => undefined,
    onFault(fault) {
      throw fault;
    },
  };
  const landing = new NetworkLanding(options);
  // The call itself goes to one upstream, as with once; what follows is sent to all.
  const calls = pending.map((transaction, at) => {
    const routes = cluster.routes(transaction);
    return Promise.resolve(routes[at % routes.length]?.send(transaction)).then(() =>
      landing.add(transaction),
    );
  });
  await Promise.all([Promise.all(calls), passSlots(made, () => pending.every(({ fate }) => isFinal(fate)))]);
  landing.close();
};

/** The ways to send that are compared. */
export const ways: Readonly<Record<string, Way>> = {
  once: once(1),
  broadcast: once(3),
  "client's loop": clientLoop,
  land,
};
