import {
  type Address,
  address,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  lamports,
} from "@solana/kit";
import { heardAgain } from "../heard-again.ts";
import type { ClientCase } from "./client-suite.ts";
import { funded, signedTransfer } from "./kit-flows.ts";
import type { KitClient } from "./kit-reads.ts";
import { subscriptionRefusal } from "./subscription-refusal.ts";

const systemProgram = address("11111111111111111111111111111111");
const oneUnit = lamports(1_000_000_000n);

interface Pending<Heard> {
  subscribe(options: { abortSignal: AbortSignal }): Promise<AsyncIterable<Heard>>;
}

/** The first notification after `happen`, which runs once the subscription stands. */
async function firstOf<Heard>(
  pending: Pending<Heard>,
  happen: () => Promise<unknown> = async () => undefined,
  over = new AbortController().signal,
): Promise<Heard> {
  const leaving = new AbortController();
  const heard = await pending.subscribe({ abortSignal: AbortSignal.any([leaving.signal, over]) });
  // The client drops what comes before somebody reads.
  const first = heard[Symbol.asyncIterator]().next();
  await happen();
  const { value } = await first;
  leaving.abort();
  return value;
}

/** The first notification of what an airdrop to a new account changes. */
function airdropHeard<Heard>(
  { rpc }: KitClient,
  pendingFor: (owner: Address) => Pending<Heard>,
): Promise<Heard> {
  return heardAgain(async (over) => {
    const { address: owner } = await generateKeyPairSigner();
    return firstOf(pendingFor(owner), () => rpc.requestAirdrop(owner, oneUnit).send(), over);
  });
}

const confirmed = { commitment: "confirmed" } as const;
const refused = /-32091/;

/** Every subscription of the client. It throws where nobody can catch it when one is refused: there it is not used. */
export const kitSubscriptions: readonly ClientCase<KitClient>[] = [
  {
    name: "accountNotifications",
    run: (client) =>
      airdropHeard(client, (owner) =>
        client.subscriptions.accountNotifications(owner, { ...confirmed, encoding: "base64" }),
      ),
  },
  {
    name: "programNotifications",
    run: async (client) => {
      const { value } = await airdropHeard(client, () =>
        client.subscriptions.programNotifications(systemProgram, { ...confirmed, encoding: "base64" }),
      );
      return value;
    },
    moves: true,
  },
  {
    name: "logsNotifications",
    run: async (client) => {
      const { value } = await airdropHeard(client, (owner) =>
        client.subscriptions.logsNotifications({ mentions: [owner] }, confirmed),
      );
      return { err: value.err, logs: value.logs };
    },
  },
  {
    name: "signatureNotifications",
    run: (client, _ledger, side) => {
      const hear = async () => {
        const [owner, to] = [await funded(client), await generateKeyPairSigner()];
        const transaction = await signedTransfer(client, owner, to, 7_000_000n);
        const wire = getBase64EncodedWireTransaction(transaction);
        const pending = client.subscriptions.signatureNotifications(
          getSignatureFromTransaction(transaction),
          confirmed,
        );
        const send = () => client.rpc.sendTransaction(wire, { encoding: "base64" }).send();
        return (await firstOf(pending, send)).value;
      };
      // The gateway looks signatures up.
      return side.name === "gateway" ? hear() : heardAgain(hear);
    },
  },
  {
    name: "slotNotifications",
    run: ({ subscriptions }) => firstOf(subscriptions.slotNotifications()),
    moves: true,
  },
  {
    name: "rootNotifications",
    run: ({ subscriptions }, _ledger, side) =>
      side.name === "node"
        ? subscriptionRefusal(side, "rootSubscribe")
        : firstOf(subscriptions.rootNotifications()),
    translated: refused,
  },
  {
    name: "slotsUpdatesNotifications",
    run: ({ subscriptions }, _ledger, side) =>
      side.name === "node"
        ? subscriptionRefusal(side, "slotsUpdatesSubscribe")
        : firstOf(subscriptions.slotsUpdatesNotifications()),
    translated: refused,
  },
  {
    name: "blockNotifications",
    run: async ({ subscriptions }, _ledger, side) => {
      if (side.name === "node") return subscriptionRefusal(side, "blockSubscribe", '["all"]');
      const { value } = await firstOf(
        subscriptions.blockNotifications("all", { ...confirmed, maxSupportedTransactionVersion: 0 }),
      );
      return value.err;
    },
    translated: /error/,
  },
  {
    // Votes are told by validators alone: there is nothing that the gateway could make them from.
    name: "voteNotifications",
    run: (_client, _ledger, side) => subscriptionRefusal(side, "voteSubscribe"),
    refused: /-32091|-32601/,
    moves: true,
  },
];
