import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy } from "../files/keep-unreadable-copy.ts";
import { NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import {
  keyOf,
  type LandingKeeper,
  leaseMs,
  parsedOrUndefined,
  readKept,
  type Sync,
  writeKept,
} from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const version = 1;
/** A transaction of 4,096 bytes takes 5.6 KB; between two syncs it may be there twice. */
const bytesEach = 12_000;
/** The pause between two readings for callers: at least this long, and this many times as long as the last one took. */
const leastPauseMs = 100;
const pausePart = 10;

/** A line of the file. */
interface Entry {
  readonly holder: string;
  /** Time of day until which it is held. */
  readonly until: number;
  /** The transaction as it is written; it is read only where it is used. */
  readonly kept: { readonly network: string; readonly wire: string };
}

/**
 * Keeps pending transactions in a file that processes share, a line for each. A new one is appended: the system has it then, even if
 * this process is killed. Each sync rewrites the file.
 */
export function createLandingFile(
  path: string,
  max: number,
  wallNow: () => number = Date.now,
): LandingKeeper {
  const holder = randomUUID();
  const maxBytes = max * bytesEach;
  /** Time of day until which no other process takes what this one holds. */
  let heldUntil = 0;
  let elsewhere: ReadonlyMap<string, KeptTransaction> = new Map();
  /** What other processes that live held at the last sync. */
  let heldElsewhere: ReadonlySet<string> = new Set();
  let reading: Promise<void> | undefined;
  let readableAt = 0;
  let waiting: KeptTransaction[] = [];
  let appending: Promise<void> | undefined;

  const entryOf = (kept: KeptTransaction, until: number): Entry => ({ holder, until, kept: writeKept(kept) });

  /** Appends all that wait: what comes meanwhile waits for the next turn. */
  async function append(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await changeFile(path, async () => {
        const until = wallNow() + leaseMs;
        const file = await open(path, "a", 0o600);
        try {
          // After a line that was cut short, if the last one was.
          await file.writeFile(`\n${linesOf(batch.map((kept) => entryOf(kept, until)))}`);
        } finally {
          await file.close();
        }
      });
    }
  }

  async function write(own: () => readonly KeptTransaction[], isLast: boolean): Promise<Sync> {
    const nothing: Sync = { adopted: [], lost: [] };
    if (own().length === 0 && (await read(path, maxBytes)).length === 0) {
      heldElsewhere = new Set();
      return nothing;
    }
    return changeFile(path, async (replace) => {
      const now = wallNow();
      const until = isLast ? 0 : now + leaseMs;
      const found = await read(path, maxBytes);
      const others = found.filter((entry) => entry.holder !== holder);
      // A lease that ends later than one that begins now is from before the machine's clock was set back: no one can tell whether it is over.
      const isOver = (leased: number) => leased <= now || leased > now + leaseMs;
      const isFree = (entry: Entry) => !isLast && isOver(entry.until);
      heldElsewhere = new Set(others.filter(({ until }) => !isOver(until)).map(({ kept }) => bytesOf(kept)));
      const adopted = others
        .filter((entry) => isFree(entry) && !heldElsewhere.has(bytesOf(entry.kept)))
        .flatMap(({ kept }) => readKept(kept) ?? []);
      // Only after its lease another process may have taken what this one held; without a file none can have.
      const mayHaveLost = heldUntil > 0 && isOver(heldUntil) && found.length > 0;
      const stillMine = new Set(found.filter((entry) => entry.holder === holder).map(idOf));
      const kept = own().map((one) => ({ one, entry: entryOf(one, until) }));
      const isLost = ({ entry }: { readonly entry: Entry }) =>
        heldElsewhere.has(bytesOf(entry.kept)) || (mayHaveLost && !stillMine.has(idOf(entry)));
      const lost = kept.filter(isLost).map(({ one: { network, signature } }) => keyOf(network, signature));
      const entries = [
        ...others.filter((entry) => !isFree(entry)),
        ...kept.filter((one) => !isLost(one)).map(({ entry }) => entry),
        ...adopted.map((one) => entryOf(one, until)),
      ].slice(0, max);
      await replace(linesOf(entries));
      heldUntil = until;
      return { adopted, lost };
    });
  }

  /** Reads what others hold: for a small part of the time at most, however often it is asked. */
  async function readElsewhere(): Promise<void> {
    const begun = performance.now();
    if (begun < readableAt) return;
    const others = (await read(path, maxBytes)).filter((entry) => entry.holder !== holder);
    const kept = others.flatMap((entry) => readKept(entry.kept) ?? []);
    elsewhere = new Map(kept.map((one) => [keyOf(one.network, one.signature), one]));
    const ended = performance.now();
    readableAt = ended + Math.max(leastPauseMs, pausePart * (ended - begun));
  }

  return {
    isHeldElsewhere: (sent) => Promise.resolve(heldElsewhere.has(bytesOf(sent))),
    // Who else keeps the same bytes at the same time is found at the next sync: to append one reads nothing.
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
    // A file holds only what is pending: processes that share one learn no fates from it.
    recordExpiry: () => Promise.resolve(),
    async release(own) {
      await write(() => own, true);
    },
  };
}

/** What an entry is known by among those of the file. */
function idOf({ holder, kept }: Entry): string {
  return `${holder} ${bytesOf(kept)}`;
}

function bytesOf({ network, wire }: Entry["kept"]): string {
  return `${network} ${wire}`;
}

function linesOf(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify({ version, ...entry })}\n`).join("");
}

/** What the file holds. One that can't be used is set aside, and the error says where it is: the next sync begins a new one. */
async function read(path: string, maxBytes: number): Promise<readonly Entry[]> {
  let why: unknown = "it holds no pending transactions";
  try {
    const text = (await readFileIfThere(path, maxBytes)) ?? "";
    const entries = new Map(
      text
        .split("\n")
        .flatMap(entriesIn)
        .map((entry) => [idOf(entry), entry]),
    );
    if (entries.size > 0 || text.trim() === "") return [...entries.values()];
  } catch (caught) {
    // What is no file, or can't be opened, is not ours to move.
    if ((caught as NodeJS.ErrnoException).code !== undefined || caught instanceof NotAFileError) throw caught;
    why = caught;
  }
  const target = await keepUnreadableCopy(path);
  throw new Error(`${path} could not be used and is now ${target}; a new one is written`, { cause: why });
}

/** The entry of a line; none where it was cut short. */
function entriesIn(line: string): Entry[] {
  const found = parsedOrUndefined(line) as Readonly<Record<string, unknown>> | null | undefined;
  if (found?.version !== version) return [];
  const { holder, until } = found;
  const kept = found.kept as Partial<Entry["kept"]> | null | undefined;
  if (typeof holder !== "string" || typeof until !== "number") return [];
  if (typeof kept?.network !== "string" || typeof kept.wire !== "string") return [];
  return [{ holder, until, kept: kept as Entry["kept"] }];
}
