import { StartupError } from "../config/config-fault.ts";
import { localNetworkIds } from "../networks/network.ts";
import { localProgramNames, startLocalPrograms } from "./local-programs.ts";
import { seedLedger } from "./seed-ledger.ts";
import { type LocalLedger, startEmbeddedLedgers } from "./start-embedded-ledgers.ts";

interface LocalLedgers {
  readonly localLedgers: readonly LocalLedger[];
  /** Answer from the document's examples. */
  readonly mock: boolean;
  /** Subject and verb of a sentence naming what serves the local networks; undefined without `--local`. */
  readonly source: string | undefined;
}

/**
 * Starts the ledgers for `--local`: embedded, or else with a program on `path` (PATH). If neither is possible, `--mock` falls back to
 * examples; without it, throws a `StartupError` that lists the options.
 */
export async function startLocalLedgers(
  { local, mock }: { readonly local: boolean; readonly mock: boolean },
  path: string | undefined,
): Promise<LocalLedgers> {
  if (!local) return { localLedgers: [], mock, source: undefined };
  const embedded = await startEmbeddedLedgers();
  if (typeof embedded !== "string") {
    const reason = await seedLedgers(embedded);
    const source = `Two embedded ledgers${reason === undefined ? "" : `, without sample accounts (${reason}),`} answer`;
    return { localLedgers: embedded, mock: false, source };
  }
  const programs = await startLocalPrograms(path ?? "");
  if (programs !== undefined)
    return { localLedgers: programs.ledgers, mock: false, source: `Two ledgers of ${programs.name} answer` };
  const reason = `${embedded} and none of ${localProgramNames.join(", ")} is on PATH`;
  if (mock) {
    return {
      localLedgers: localNetworkIds.map((id) => ({ id, ...defaultAddresses })),
      mock: true,
      source: `${reason}: answers are the examples in openrpc.json, and nothing that is sent changes them. They answer`,
    };
  }
  throw new StartupError(
    `${reason}: install one of them, start without --local and name an upstream with CHAIN_RPC_URL, ` +
      "or answer from examples with --mock.",
  );
}

/** Seeds each ledger. Returns the reason if that fails, which does not prevent startup. */
async function seedLedgers(ledgers: readonly LocalLedger[]): Promise<string | undefined> {
  try {
    await Promise.all(ledgers.map(({ rpcUrl }) => seedLedger(rpcUrl)));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The default addresses of a local ledger. Nothing is sent there, since examples answer. */
const defaultAddresses = { rpcUrl: "http://127.0.0.1:8899", wsUrl: "ws://127.0.0.1:8900" };
