import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy, NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { fateOf } from "./fate.ts";
import {
  type LandingStorage,
  leaseMs,
  readSaved,
  type SyncResult,
  transactionKey,
  writeSaved,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./tracked-transaction.ts";

const version = 1;
/** Most bytes per transaction: 4,096 bytes take a line of 5.6 KB, and may have two lines until the next sync. */
const bytesEach = 12_000;
/** Minimum pause between reads of the file for callers. */
const minPauseMs = 100;
/** Pause after a read, as a multiple of its duration: reading takes at most a tenth of the time. */
const pauseFactor = 10;

/** A line of the file: a transaction and the lease on it. */
interface HeldEntry {
  readonly holder: string;
  /** End of the lease, in milliseconds since 1970. */
  readonly until: number;
  /** The serialized transaction, parsed only when needed. */
  readonly kept: { readonly network: string; readonly wire: string };
}

/**
 * Stores pending transactions in a file that processes share, one per line. A new one is appended immediately, so that it survives
 * a kill of this process; each sync rewrites the file.
 */
export function createFileLandingStorage(path: string, max: number): LandingStorage {
  const holder = randomUUID();
  /** End of this process's leases, in milliseconds since 1970. */
  let heldUntil = 0;
  let peerTransactions: ReadonlyMap<string, SavedTransaction> = new Map();
  /** Transactions that other live processes held at the last sync. */
  let heldByPeers: ReadonlySet<string> = new Set();
  let reading: Promise<void> | undefined;
  let readableAt = 0;
  let queued: SavedTransaction[] = [];
  let appending: Promise<void> | undefined;

  const toEntry = (transaction: SavedTransaction, until: number): HeldEntry => ({
    holder,
    until,
    kept: writeSaved(transaction),
  });
  const entries = () => readEntries(path, max * bytesEach);

  /** Appends the queued transactions in batches until none is left. */
  async function append(): Promise<void> {
    while (queued.length > 0) {
      const batch = queued;
      queued = [];
      await changeFile(path, async () => {
        const until = Date.now() + leaseMs;
        // Starts with a line break, since the last line may be truncated.
        const lines = `\n${writeLines(batch.map((saved) => toEntry(saved, until)))}`;
        await appendFile(path, lines, { mode: 0o600 });
      });
    }
  }

  async function write(own: () => readonly SavedTransaction[], { isLast = false } = {}): Promise<SyncResult> {
    if (own().length === 0 && (await entries()).length === 0) {
      heldByPeers = new Set();
      return { adopted: [], lost: [] };
    }
    return changeFile(path, async (replace) => {
      const now = Date.now();
      const until = isLast ? 0 : now + leaseMs;
      const found = await entries();
      const peerEntries = found.filter((entry) => entry.holder !== holder);
      // A lease that outlasts a new one was taken before the clock was set back, and may have ended.
      const hasEnded = (leaseEnd: number) => leaseEnd <= now || leaseEnd > now + leaseMs;
      const isFree = (entry: HeldEntry) => !isLast && hasEnded(entry.until);
      const live = peerEntries.filter((entry) => !hasEnded(entry.until));
      heldByPeers = new Set(live.map(({ kept }) => wireKey(kept)));
      const adopted = peerEntries
        .filter((entry) => isFree(entry) && !heldByPeers.has(wireKey(entry.kept)))
        .flatMap(({ kept }) => readSaved(kept) ?? []);
      // Peers take over only after this process's lease ended, and only in this file: if it is empty, none did.
      const mayHaveLost = heldUntil > 0 && hasEnded(heldUntil) && found.length > 0;
      const ownEntries = found.filter((entry) => entry.holder === holder);
      const stillOwned = new Set(ownEntries.map(({ kept }) => wireKey(kept)));
      const pending = own();
      const isLost = (transaction: SavedTransaction) =>
        heldByPeers.has(wireKey(transaction)) || (mayHaveLost && !stillOwned.has(wireKey(transaction)));
      const held = [...pending.filter((transaction) => !isLost(transaction)), ...adopted];
      const next = [
        ...peerEntries.filter((entry) => !isFree(entry)),
        ...held.map((transaction) => toEntry(transaction, until)),
      ];
      await replace(writeLines(next.slice(0, max)));
      heldUntil = until;
      const lost = pending.filter(isLost).map(transactionKey);
      return { adopted, lost };
    });
  }

  /** Reads the transactions of other processes, unless they were just read. */
  async function readPeers(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < readableAt) return;
    const peerEntries = (await entries()).filter((entry) => entry.holder !== holder);
    const saved = peerEntries.flatMap((entry) => readSaved(entry.kept) ?? []);
    peerTransactions = new Map(saved.map((transaction) => [transactionKey(transaction), transaction]));
    const endedAt = performance.now();
    readableAt = endedAt + Math.max(minPauseMs, pauseFactor * (endedAt - startedAt));
  }

  return {
    place: "state_file",
    isHeldByPeer: (sent) => Promise.resolve(heldByPeers.has(wireKey(sent))),
    // Always true: appending does not read, and the next sync finds other holders of the same bytes.
    async add(saved) {
      queued.push(saved);
      appending ??= append().finally(() => {
        appending = undefined;
      });
      await appending;
      return true;
    },
    sync: (own) => write(own),
    async find(network, signature) {
      reading ??= readPeers().finally(() => {
        reading = undefined;
      });
      await reading;
      const saved = peerTransactions.get(transactionKey({ network, signature }));
      return saved && { saved, fate: fateOf(undefined) };
    },
    // The file holds only pending transactions.
    recordExpiry: () => Promise.resolve(),
    async release(own) {
      await write(() => own, { isLast: true });
    },
  };
}

/** Identifies a transaction by its bytes, since another may carry the same signature. */
function wireKey({ network, wire }: HeldEntry["kept"]): string {
  return `${network} ${wire}`;
}

function writeLines(entries: readonly HeldEntry[]): string {
  return entries.map((entry) => `${JSON.stringify({ version, ...entry })}\n`).join("");
}

/** Reads the entries of the file. Renames an unusable file and throws; the next sync writes a new one. */
async function readEntries(path: string, maxBytes: number): Promise<readonly HeldEntry[]> {
  let reason: unknown = "it holds no pending transactions";
  try {
    const text = (await readFileIfThere(path, maxBytes)) ?? "";
    const found = text.split("\n").flatMap(parseLine);
    // Until the next sync, a transaction may have two lines.
    const entries = new Map(found.map((entry) => [`${entry.holder} ${wireKey(entry.kept)}`, entry]));
    if (entries.size > 0 || text.trim() === "") return [...entries.values()];
  } catch (caught) {
    // Renames only a file with bad contents, not a folder, a device, or a file that can't be opened.
    if ((caught as NodeJS.ErrnoException).code !== undefined || caught instanceof NotAFileError) throw caught;
    reason = caught;
  }
  const target = await keepUnreadableCopy(path);
  throw new Error(`${path} was unusable and is now ${target}; a new file will be written`, { cause: reason });
}

/** Parses the entry on a line; returns none for a truncated line. */
function parseLine(line: string): HeldEntry[] {
  const parsed = (parsedOrUndefined(line) ?? {}) as Partial<HeldEntry & { version: unknown }>;
  const { holder, until, kept } = parsed;
  const isEntry =
    parsed.version === version &&
    typeof holder === "string" &&
    typeof until === "number" &&
    typeof kept?.network === "string" &&
    typeof kept.wire === "string";
  return isEntry ? [{ holder, until, kept }] : [];
}
