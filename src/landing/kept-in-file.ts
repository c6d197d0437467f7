import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy } from "../files/keep-unreadable-copy.ts";
import { NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { keyOf, type LandingKeeper, leaseMs, readKept, type Sync, writeKept } from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const version = 1;
/** A transaction of 4,096 bytes takes 5.6 KB, twice between two syncs. */
const bytesEach = 12_000;
/** The pause between two reads for callers: at least this long, and this many times as long as the last read took. */
const leastPauseMs = 100;
const pausePart = 10;

/** A line of the file. */
interface Entry {
  readonly holder: string;
  /** Time of day until which it is held. */
  readonly until: number;
  /** The transaction as it is written; it is read only when it is used. */
  readonly kept: { readonly network: string; readonly wire: string };
}

/**
 * Keeps pending transactions in a file that processes share, one on each line. A new one is appended, so that it is on the system's
 * side even if this process is killed; each sync rewrites the file.
 */
export function createLandingFile(
  path: string,
  max: number,
  wallNow: () => number = Date.now,
): LandingKeeper {
  const holder = randomUUID();
  /** Time of day until which no other process takes what this one holds. */
  let heldUntil = 0;
  let elsewhere: ReadonlyMap<string, KeptTransaction> = new Map();
  /** What other live processes held at the last sync. */
  let heldElsewhere: ReadonlySet<string> = new Set();
  let reading: Promise<void> | undefined;
  let readableAt = 0;
  let waiting: KeptTransaction[] = [];
  let appending: Promise<void> | undefined;

  const entryOf = (kept: KeptTransaction, until: number): Entry => ({ holder, until, kept: writeKept(kept) });
  const entries = () => read(path, max * bytesEach);

  /** Appends what is waiting, in one batch after the other. */
  async function append(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await changeFile(path, async () => {
        const until = wallNow() + leaseMs;
        // The line before may have been cut short.
        const lines = `\n${linesOf(batch.map((kept) => entryOf(kept, until)))}`;
        await appendFile(path, lines, { mode: 0o600 });
      });
    }
  }

  async function write(own: () => readonly KeptTransaction[], isLast: boolean): Promise<Sync> {
    if (own().length === 0 && (await entries()).length === 0) {
      heldElsewhere = new Set();
      return { adopted: [], lost: [] };
    }
    return changeFile(path, async (replace) => {
      const now = wallNow();
      const until = isLast ? 0 : now + leaseMs;
      const found = await entries();
      const others = found.filter((entry) => entry.holder !== holder);
      // A lease that ends later than one that begins now was taken before the clock was set back: it may be over.
      const isOver = (leased: number) => leased <= now || leased > now + leaseMs;
      const isFree = (entry: Entry) => !isLast && isOver(entry.until);
      heldElsewhere = new Set(others.filter((entry) => !isOver(entry.until)).map(bytesOfEntry));
      const adopted = others
        .filter((entry) => isFree(entry) && !heldElsewhere.has(bytesOfEntry(entry)))
        .flatMap(({ kept }) => readKept(kept) ?? []);
      // Only after its lease can another process have taken over what this one held, and only in this file.
      const mayHaveLost = heldUntil > 0 && isOver(heldUntil) && found.length > 0;
      const stillMine = new Set(found.filter((entry) => entry.holder === holder).map(bytesOfEntry));
      const kept = own();
      const isLost = (one: KeptTransaction) =>
        heldElsewhere.has(bytesOf(one)) || (mayHaveLost && !stillMine.has(bytesOf(one)));
      const held = [...kept.filter((one) => !isLost(one)), ...adopted];
      const next = [...others.filter((entry) => !isFree(entry)), ...held.map((one) => entryOf(one, until))];
      await replace(linesOf(next.slice(0, max)));
      heldUntil = until;
      const lost = kept.filter(isLost).map(({ network, signature }) => keyOf(network, signature));
      return { adopted, lost };
    });
  }

  /** Reads what others hold, during a small part of the time at most, however often it is asked for. */
  async function readElsewhere(): Promise<void> {
    const begun = performance.now();
    if (begun < readableAt) return;
    const others = (await entries()).filter((entry) => entry.holder !== holder);
    const kept = others.flatMap((entry) => readKept(entry.kept) ?? []);
    elsewhere = new Map(kept.map((one) => [keyOf(one.network, one.signature), one]));
    const ended = performance.now();
    readableAt = ended + Math.max(leastPauseMs, pausePart * (ended - begun));
  }

  return {
    isHeldElsewhere: (sent) => Promise.resolve(heldElsewhere.has(bytesOf(sent))),
    // The next sync finds out who else keeps the same bytes: appending reads nothing.
    async keep(kept) {
      waiting.push(kept);
      appending ??= append().finally(() => {
        appending = undefined;
      });
      await appending;
      return true;
    },
    sync: (own) => write(own, false),
    async find(network, signature) {
      reading ??= readElsewhere().finally(() => {
        reading = undefined;
      });
      await reading;
      const kept = elsewhere.get(keyOf(network, signature));
      return kept && { kept, expired: undefined };
    },
    // The file holds only what is pending: processes that share it learn no fates from it.
    recordExpiry: () => Promise.resolve(),
    async release(own) {
      await write(() => own, true);
    },
  };
}

/** Identifies a transaction by its bytes. */
function bytesOf({ network, wire }: Entry["kept"]): string {
  return `${network} ${wire}`;
}

function bytesOfEntry({ kept }: Entry): string {
  return bytesOf(kept);
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify({ version, ...entry })}\n`).join("");
}

/** What the file holds. One that can't be used is renamed, and the error says how: the next sync begins a new one. */
async function read(path: string, maxBytes: number): Promise<readonly Entry[]> {
  let why: unknown = "it holds no pending transactions";
  try {
    const text = (await readFileIfThere(path, maxBytes)) ?? "";
    const found = text.split("\n").flatMap(entriesIn);
    // Between two syncs the same transaction may be there twice.
    const entries = new Map(found.map((entry) => [`${entry.holder} ${bytesOfEntry(entry)}`, entry]));
    if (entries.size > 0 || text.trim() === "") return [...entries.values()];
  } catch (caught) {
    // A folder or a device, or a file that can't be opened, is never renamed.
    if ((caught as NodeJS.ErrnoException).code !== undefined || caught instanceof NotAFileError) throw caught;
    why = caught;
  }
  const target = await keepUnreadableCopy(path);
  throw new Error(`${path} could not be used and is now ${target}; a new one is written`, { cause: why });
}

/** The entry on a line; none if the line was cut short. */
function entriesIn(line: string): Entry[] {
  const {
    version: written,
    holder,
    until,
    kept,
  } = (parsedOrUndefined(line) ?? {}) as Partial<Entry & { version: unknown }>;
  const isEntry =
    written === version &&
    typeof holder === "string" &&
    typeof until === "number" &&
    typeof kept?.network === "string" &&
    typeof kept.wire === "string";
  return isEntry ? [{ holder, until, kept }] : [];
}
