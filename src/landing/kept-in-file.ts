import { randomUUID } from "node:crypto";
import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy } from "../files/keep-unreadable-copy.ts";
import { NotAFileError, readFileIfThere } from "../files/read-bounded-file.ts";
import { type LandingKeeper, leaseMs, readKept, writeKept } from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const version = 1;
/** A transaction of 4,096 bytes takes 5.6 KB. */
const bytesEach = 6000;

interface Entry {
  readonly holder: string;
  /** Time of day until which it is held. */
  readonly until: number;
  readonly kept: KeptTransaction;
}

/** Keeps pending transactions in a file that processes share. */
export function createLandingFile(
  path: string,
  max: number,
  wallNow: () => number = Date.now,
): LandingKeeper {
  const holder = randomUUID();

  async function write(own: readonly KeptTransaction[], until: number): Promise<readonly KeptTransaction[]> {
    if (own.length === 0 && (await read(path, max)).length === 0) return [];
    return changeFile(path, async (replace) => {
      const now = wallNow();
      const others = (await read(path, max)).filter((entry) => entry.holder !== holder);
      const held = others.filter((entry) => entry.until > now);
      const adopted = until > now ? others.filter((entry) => entry.until <= now) : [];
      const left = until > now ? held : others;
      const mine = [...own, ...adopted.map(({ kept }) => kept)].map((kept) => ({ holder, until, kept }));
      const transactions = [...left, ...mine]
        .slice(0, max)
        .map((entry) => ({ ...entry, kept: writeKept(entry.kept) }));
      await replace(`${JSON.stringify({ version, transactions })}\n`);
      return adopted.map(({ kept }) => kept);
    });
  }

  return {
    sync: (own) => write(own, wallNow() + leaseMs),
    async release(own) {
      await write(own, 0);
    },
  };
}

/** What the file holds. One that can't be used is set aside, and the error says where it is: the next sync begins a new one. */
async function read(path: string, max: number): Promise<readonly Entry[]> {
  let why: unknown = "it holds no pending transactions";
  try {
    const text = await readFileIfThere(path, max * bytesEach);
    const found = text === undefined ? [] : parse(text);
    if (found !== undefined) return found;
  } catch (caught) {
    // What is no file, or can't be opened, is not ours to move.
    if ((caught as NodeJS.ErrnoException).code !== undefined || caught instanceof NotAFileError) throw caught;
    why = caught;
  }
  const target = await keepUnreadableCopy(path);
  throw new Error(`${path} could not be used and is now ${target}; a new one is written`, { cause: why });
}

function parse(text: string): readonly Entry[] | undefined {
  try {
    const state = JSON.parse(text) as { version?: unknown; transactions?: unknown } | null;
    if (state?.version !== version || !Array.isArray(state.transactions)) return undefined;
    return state.transactions.flatMap(
      (entry: { holder?: unknown; until?: unknown; kept?: unknown } | null) => {
        const kept = readKept(entry?.kept);
        const { holder, until } = entry ?? {};
        return kept === undefined || typeof holder !== "string" || typeof until !== "number"
          ? []
          : [{ holder, until, kept }];
      },
    );
  } catch {
    // Not JSON: the caller sets the file aside.
    return undefined;
  }
}
