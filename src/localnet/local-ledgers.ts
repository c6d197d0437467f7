import { CannotStart } from "../config/cannot-start.ts";
import { localNetworkIds } from "../networks/local-network-ids.ts";
import { localProgramNames, startLocalPrograms } from "./local-programs.ts";
import { seedLedger } from "./seed/seed-ledger.ts";
import { type EmbeddedNode, startEmbeddedNodes } from "./start-embedded-networks.ts";

/** What answers a gateway that `--local` or `--mock` was said to. */
export interface LocalLedgers {
  readonly nodes: readonly EmbeddedNode[];
  /** Answers come from the document's examples. */
  readonly mock: boolean;
  /** In words, who answers as the local networks; undefined without `--local`. */
  readonly source: string | undefined;
}

/** What was asked for. */
export interface LocalRequest {
  readonly local: boolean;
  readonly mock: boolean;
}

/**
 * Starts what `--local` and `--mock` ask for: embedded ledgers, else those of a program on `path`; where there is none, examples if
 * `--mock` was given beside `--local`, else a `CannotStart` that says what to do.
 */
export async function startLocalLedgers(
  { local, mock }: LocalRequest,
  path: string | undefined,
): Promise<LocalLedgers> {
  if (!local) return { nodes: [], mock, source: undefined };
  const embedded = startEmbeddedNodes();
  if (typeof embedded !== "string") {
    const fault = await seedLedgers(embedded);
    const source = `Two embedded ledgers${fault === undefined ? "" : `, without sample accounts (${fault}),`} answer`;
    return { nodes: embedded, mock: false, source };
  }
  const programs = await startLocalPrograms(path ?? "");
  if (programs !== undefined)
    return { nodes: programs.nodes, mock: false, source: `Two ledgers of ${programs.name} answer` };
  const wanted = `${embedded} and none of ${localProgramNames.join(", ")} is on PATH`;
  if (mock) {
    return {
      nodes: localNetworkIds.map((id) => ({ id, ...neverDialled })),
      mock: true,
      source: `${wanted}: answers are the document's examples, and nothing that is sent changes them. They answer`,
    };
  }
  throw new CannotStart(
    `${wanted}: install one of them, start without --local and name an upstream with CHAIN_RPC_URL, ` +
      "or answer from examples with --mock.",
  );
}

/** Gives each its sample accounts; a text says why one has none, which is no reason not to start. */
async function seedLedgers(nodes: readonly EmbeddedNode[]): Promise<string | undefined> {
  try {
    await Promise.all(nodes.map(({ rpcUrl }) => seedLedger(rpcUrl)));
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
}

/** Where a local node would be; nothing is sent there, since examples answer. */
const neverDialled = { rpcUrl: "http://127.0.0.1:8899", wsUrl: "ws://127.0.0.1:8900" };
