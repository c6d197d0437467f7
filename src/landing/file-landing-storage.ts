import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy, NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import {
  type LandingStorage,
  leaseMs,
  readSaved,
  type SyncResult,
  savedKey,
  writeSaved,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./pending-transaction.ts";

const version = 1;
/** Most bytes per transaction: one of 4,096 bytes takes a line of 5.6 KB, and may have two lines until the next sync. */
const bytesEach = 12_000;
/** Shortest pause between two reads of the file for callers. */
const minPauseMs = 100;
/** Pause after a read, as a multiple of the time that it took: reading takes at most a tenth of the time. */
const pauseFactor = 10;

/** A line of the file: a transaction and the lease on it. */
interface HeldEntry {
  readonly holder: string;
  /** Time of day at which the lease ends. */
  readonly until: number;
  /** The transaction as written; its bytes are parsed only when needed. */
  readonly kept: { readonly network: string; readonly wire: string };
}

/**
 * Keeps pending transactions in a file that processes share, one per line. A new one is appended at once, so that it survives a kill
 * of this process; each sync rewrites the file.
 */
export function createFileLandingStorage(path: string, max: number): LandingStorage {
  const holder = randomUUID();
  /** Time of day at which this process's leases end. */
  let heldUntil = 0;
  let othersTransactions: ReadonlyMap<string, SavedTransaction> = new Map();
  /** What other live processes held at the last sync. */
  let heldElsewhere: ReadonlySet<string> = new Set();
  let reading: Promise<void> | undefined;
  let readableAt = 0;
  let waiting: SavedTransaction[] = [];
  let appending: Promise<void> | undefined;

  const toEntry = (one: SavedTransaction, until: number): HeldEntry => ({
    holder,
    until,
    kept: writeSaved(one),
  });
  const entries = () => readEntries(path, max * bytesEach);

  /** Appends waiting transactions, batch by batch, until none is left. */
  async function append(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await changeFile(path, async () => {
        const until = Date.now() + leaseMs;
        // Begins on a new line, as the last one may have been cut short.
        const lines = `\n${writeLines(batch.map((saved) => toEntry(saved, until)))}`;
        await appendFile(path, lines, { mode: 0o600 });
      });
    }
  }

  async function write(own: () => readonly SavedTransaction[], { isLast = false } = {}): Promise<SyncResult> {
    if (own().length === 0 && (await entries()).length === 0) {
      heldElsewhere = new Set();
      return { adopted: [], lost: [] };
    }
    return changeFile(path, async (replace) => {
      const now = Date.now();
      const until = isLast ? 0 : now + leaseMs;
      const found = await entries();
      const others = found.filter((entry) => entry.holder !== holder);
      // A lease that ends later than one taken now was taken before the clock was set back, and may be over.
      const isOver = (leased: number) => leased <= now || leased > now + leaseMs;
      const isFree = (entry: HeldEntry) => !isLast && isOver(entry.until);
      const live = others.filter((entry) => !isOver(entry.until));
      heldElsewhere = new Set(live.map(({ kept }) => wireKey(kept)));
      const adopted = others
        .filter((entry) => isFree(entry) && !heldElsewhere.has(wireKey(entry.kept)))
        .flatMap(({ kept }) => readSaved(kept) ?? []);
      // Others take over only after this process's lease, and only in this file: if it is empty, nothing was taken over.
      const mayHaveLost = heldUntil > 0 && isOver(heldUntil) && found.length > 0;
      const mine = found.filter((entry) => entry.holder === holder);
      const stillMine = new Set(mine.map(({ kept }) => wireKey(kept)));
      const pending = own();
      const isLost = (one: SavedTransaction) =>
        heldElsewhere.has(wireKey(one)) || (mayHaveLost && !stillMine.has(wireKey(one)));
      const held = [...pending.filter((one) => !isLost(one)), ...adopted];
      const next = [...others.filter((entry) => !isFree(entry)), ...held.map((one) => toEntry(one, until))];
      await replace(writeLines(next.slice(0, max)));
      heldUntil = until;
      const lost = pending.filter(isLost).map(savedKey);
      return { adopted, lost };
    });
  }

  /** Reads what other processes hold, unless the last read was a moment ago. */
  async function readPeers(): Promise<void> {
    const begun = performance.now();
    if (begun < readableAt) return;
    const others = (await entries()).filter((entry) => entry.holder !== holder);
    const saved = others.flatMap((entry) => readSaved(entry.kept) ?? []);
    othersTransactions = new Map(saved.map((one) => [savedKey(one), one]));
    const ended = performance.now();
    readableAt = ended + Math.max(minPauseMs, pauseFactor * (ended - begun));
  }

  return {
    place: "state_file",
    isHeldByPeer: (sent) => Promise.resolve(heldElsewhere.has(wireKey(sent))),
    // Always true: appending reads nothing, and the next sync finds other holders of the same bytes.
    async keep(saved) {
      waiting.push(saved);
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
      const saved = othersTransactions.get(savedKey({ network, signature }));
      return saved && { saved, expired: undefined };
    },
    // The file holds only pending transactions.
    recordExpiry: () => Promise.resolve(),
    async release(own) {
      await write(() => own, { isLast: true });
    },
  };
}

/** Identifies a transaction by its bytes: another one may carry the same signature. */
function wireKey({ network, wire }: HeldEntry["kept"]): string {
  return `${network} ${wire}`;
}

function writeLines(entries: readonly HeldEntry[]): string {
  return entries.map((entry) => `${JSON.stringify({ version, ...entry })}\n`).join("");
}

/** Reads the entries of the file. One that can't be used is renamed and reported in an error; the next sync begins a new file. */
async function readEntries(path: string, maxBytes: number): Promise<readonly HeldEntry[]> {
  let why: unknown = "it holds no pending transactions";
  try {
    const text = (await readFileIfThere(path, maxBytes)) ?? "";
    const found = text.split("\n").flatMap(entriesIn);
    // Until the next sync, a transaction may have two lines.
    const entries = new Map(found.map((entry) => [`${entry.holder} ${wireKey(entry.kept)}`, entry]));
    if (entries.size > 0 || text.trim() === "") return [...entries.values()];
  } catch (caught) {
    // Only an unreadable file is renamed, not a folder, a device, or a file that can't be opened.
    if ((caught as NodeJS.ErrnoException).code !== undefined || caught instanceof NotAFileError) throw caught;
    why = caught;
  }
  const target = await keepUnreadableCopy(path);
  throw new Error(`${path} could not be used and is now ${target}; a new one is written`, { cause: why });
}

/** The entry on a line; none if the line was cut short. */
function entriesIn(line: string): HeldEntry[] {
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
