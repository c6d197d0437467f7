import { type Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram } from "@solana/web3.js";
import { heardAgain } from "../heard-again.ts";
import type { ClientCase } from "./client-suite.ts";
import type { Side } from "./sides.ts";
import { subscriptionRefusal } from "./subscription-refusal.ts";

type Happen = () => Promise<unknown>;

/** Returns the first notification of a subscription. What it tells of happens again until it is heard. */
async function firstOf<Heard>(
  subscribe: (hear: (heard: Heard) => void) => number,
  unsubscribe: (id: number) => Promise<void>,
  happen: Happen = async () => undefined,
): Promise<Heard> {
  let found: Heard | undefined;
  let id = 0;
  const heard = new Promise<void>((resolve) => {
    id = subscribe((one) => {
      found ??= one;
      resolve();
    });
  });
  while (found === undefined) await Promise.race([heard, happen().then(() => nextSlot())]);
  await unsubscribe(id);
  return found;
}

/** The notification of an airdrop's signature. */
function signatureHeard(
  c: Connection,
  side: Side,
  subscribe: (signature: string, hear: (heard: unknown) => void) => number,
): Promise<unknown> {
  const hear = async (over?: AbortSignal) => {
    const signature = await c.requestAirdrop(Keypair.generate().publicKey, LAMPORTS_PER_SOL);
    if (over?.aborted) return undefined;
    return new Promise((resolve) => {
      const leave = () => void c.removeSignatureListener(id);
      // The client itself leaves once it has heard.
      const id = subscribe(signature, (heard) => {
        over?.removeEventListener("abort", leave);
        resolve(heard);
      });
      over?.addEventListener("abort", leave);
    });
  };
  // The gateway looks signatures up.
  return side.name === "gateway" ? hear() : heardAgain(hear);
}

/** About the time in which a ledger makes a slot: longer than a notification needs. */
function nextSlot(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100).unref());
}

function airdropTo(c: Connection, owner: Keypair): Happen {
  return () => c.requestAirdrop(owner.publicKey, LAMPORTS_PER_SOL);
}

const refused = /-32091/;

/**
 * The subscriptions of `Connection`. It tries a refused one again for ever and tells nobody: there the node is asked
 * without it.
 */
export const web3Subscriptions: readonly ClientCase<Connection>[] = [
  {
    name: "onAccountChange",
    run: (c) => {
      const owner = Keypair.generate();
      return firstOf<object>(
        (hear) => c.onAccountChange(owner.publicKey, hear),
        (id) => c.removeAccountChangeListener(id),
        airdropTo(c, owner),
      );
    },
    moves: true,
  },
  {
    name: "onProgramAccountChange",
    run: (c) => {
      const owner = Keypair.generate();
      return firstOf<object>(
        (hear) => c.onProgramAccountChange(SystemProgram.programId, ({ accountInfo }) => hear(accountInfo)),
        (id) => c.removeProgramAccountChangeListener(id),
        airdropTo(c, owner),
      );
    },
    moves: true,
  },
  {
    name: "onLogs",
    run: (c) => {
      const owner = Keypair.generate();
      return firstOf<unknown>(
        (hear) => c.onLogs(owner.publicKey, ({ err, logs }) => hear({ err, logs })),
        (id) => c.removeOnLogsListener(id),
        airdropTo(c, owner),
      );
    },
  },
  {
    name: "onSignature",
    run: (c, _ledger, side) =>
      signatureHeard(c, side, (signature, hear) => c.onSignature(signature, hear, "confirmed")),
  },
  {
    name: "onSignatureWithOptions",
    run: (c, _ledger, side) =>
      signatureHeard(c, side, (signature, hear) =>
        c.onSignatureWithOptions(signature, (heard) => hear(heard), {
          commitment: "confirmed",
          enableReceivedNotification: false,
        }),
      ),
  },
  {
    name: "onSlotChange",
    run: (c) =>
      firstOf<unknown>(
        (hear) => c.onSlotChange(hear),
        (id) => c.removeSlotChangeListener(id),
      ),
    moves: true,
  },
  {
    name: "onRootChange, which the node lacks",
    run: (c, _ledger, side) =>
      side.name === "node"
        ? subscriptionRefusal(side, "rootSubscribe")
        : firstOf<unknown>(
            (hear) => c.onRootChange(hear),
            (id) => c.removeRootChangeListener(id),
          ),
    translated: refused,
  },
  {
    name: "onSlotUpdate, which the node lacks",
    run: (c, _ledger, side) =>
      side.name === "node"
        ? subscriptionRefusal(side, "slotsUpdatesSubscribe")
        : firstOf<unknown>(
            (hear) => c.onSlotUpdate(hear),
            (id) => c.removeSlotUpdateListener(id),
          ),
    translated: refused,
  },
];
