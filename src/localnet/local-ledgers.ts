import { StartupError } from "../config/config-fault.ts";
import { localNetworkIds } from "../networks/network.ts";
import { localProgramNames, startLocalPrograms } from "./local-programs.ts";
import { seedLedger } from "./seed/seed-ledger.ts";
import { type LocalLedger, startEmbeddedLedgers } from "./start-embedded-ledgers.ts";

interface LocalLedgers {
  readonly localLedgers: readonly LocalLedger[];
  /** Answers come from the document's examples. */
  readonly mock: boolean;
  /** What answers for the local networks, as the beginning of a sentence; undefined without `--local`. */
  readonly source: string | undefined;
}

/**
 * Starts the ledgers for `--local`: embedded ones, or else those of a program on `path` (PATH). If there are none, `--mock` answers
 * from examples instead; without it, throws a `StartupError` that says what to do.
 */
export async function startLocalLedgers(
  { local, mock }: { readonly local: boolean; readonly mock: boolean },
  path: string | undefined,
): Promise<LocalLedgers> {
  if (!local) return { localLedgers: [], mock, source: undefined };
  const embedded = await startEmbeddedLedgers();
  if (typeof embedded !== "string") {
    const fault = await seedLedgers(embedded);
    const source = `Two embedded ledgers${fault === undefined ? "" : `, without sample accounts (${fault}),`} answer`;
    return { localLedgers: embedded, mock: false, source };
  }
  const programs = await startLocalPrograms(path ?? "");
  if (programs !== undefined)
    return { localLedgers: programs.ledgers, mock: false, source: `Two ledgers of ${programs.name} answer` };
  const reason = `${embedded} and none of ${localProgramNames.join(", ")} is on PATH`;
  if (mock) {
    return {
      localLedgers: localNetworkIds.map((id) => ({ id, ...usualAddresses })),
      mock: true,
      source: `${reason}: answers are the examples in openrpc.json, and nothing that is sent changes them. They answer`,
    };
  }
  throw new StartupError(
    `${reason}: install one of them, start without --local and name an upstream with CHAIN_RPC_URL, ` +
      "or answer from examples with --mock.",
  );
}

/** Seeds each ledger. A failure does not prevent the start: returns its reason. */
async function seedLedgers(ledgers: readonly LocalLedger[]): Promise<string | undefined> {
  try {
    await Promise.all(ledgers.map(({ rpcUrl }) => seedLedger(rpcUrl)));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The usual addresses of a local ledger. Nothing is sent there, since examples answer. */
const usualAddresses = { rpcUrl: "http://127.0.0.1:8899", wsUrl: "ws://127.0.0.1:8900" };
