import { changeFile } from "../files/change-file.ts";
import { keepUnreadableCopy, readFileIfThere } from "../files/read-bounded-file.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { type CreditStorage, periodIn } from "./credit-sync.ts";

const version = 1;
const dayMs = 86_400_000;
/** Enough for about ten thousand upstreams. */
const maxBytes = 4 * 1024 * 1024;

/** Stores credits in a crash-safe file. Processes that share the file share the count. */
export function createFileCreditStorage(path: string): CreditStorage {
  return {
    place: "state_file",
    async add(spent) {
      const isReadOnly = [...spent.values()].every((credits) => credits === 0);
      if (isReadOnly) return readCredits(path);
      return changeFile(path, async (write) => {
        const totals = new Map(await readCredits(path));
        // Periods are kept for an extra day, in case the machine's clock is set back.
        const yesterday = new Date(Date.now() - dayMs).toISOString();
        const hasExpired = (period: string) => period < yesterday.slice(0, period.length);
        for (const key of totals.keys()) if (hasExpired(periodIn(key))) totals.delete(key);
        for (const [key, credits] of spent) totals.set(key, (totals.get(key) ?? 0) + credits);
        const text = JSON.stringify({ version, credits: Object.fromEntries(totals) }, null, 2);
        await write(`${text}\n`);
        return totals;
      });
    },
  };
}

/** Reads the file. An unreadable one is renamed and counts as empty. */
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
