import { changeFile } from "../../files/change-file.ts";
import { keepUnreadableCopy, readFileIfThere } from "../../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import { type CreditStorage, periodIn } from "./credit-sync.ts";

const version = 1;
const dayMs = 86_400_000;
/** Room for some ten thousand upstreams. */
const maxBytes = 4 * 1024 * 1024;

/** Keeps credits in a file that survives a kill at any moment; processes on the same file add to one count. */
export function createFileCreditStorage(path: string): CreditStorage {
  return {
    place: "state_file",
    async add(spent) {
      const isOnlyRead = [...spent.values()].every((credits) => credits === 0);
      if (isOnlyRead) return readCredits(path);
      return changeFile(path, async (write) => {
        const totals = new Map(await readCredits(path));
        // Kept a day longer than they last: the machine's clock may be set back.
        const yesterday = new Date(Date.now() - dayMs).toISOString();
        const isOver = (period: string) => period < yesterday.slice(0, period.length);
        for (const key of totals.keys()) if (isOver(periodIn(key))) totals.delete(key);
        for (const [key, credits] of spent) totals.set(key, (totals.get(key) ?? 0) + credits);
        const text = JSON.stringify({ version, credits: Object.fromEntries(totals) }, null, 2);
        await write(`${text}\n`);
        return totals;
      });
    },
  };
}

/** What the file holds; one that can't be read is renamed and counts as empty. */
async function readCredits(path: string): Promise<ReadonlyMap<string, number>> {
  const text = await readFileIfThere(path, maxBytes);
  const found = text === undefined ? new Map<string, number>() : parseCredits(text);
  if (found !== undefined) return found;
  await keepUnreadableCopy(path);
  return new Map();
}

function parseCredits(text: string): ReadonlyMap<string, number> | undefined {
  const { version: found, credits } = (parsedOrUndefined(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (found !== version || typeof credits !== "object" || credits === null) return undefined;
  const entries = Object.entries(credits);
  return entries.every(([, count]) => Number.isFinite(count) && count >= 0) ? new Map(entries) : undefined;
}
