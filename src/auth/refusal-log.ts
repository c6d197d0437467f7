import { ClientWindows } from "../limits/window-counter.ts";

type Fields = Readonly<Record<string, unknown>>;

const perSecond = { name: "lines", points: 10, durationMs: 1000 };

/**
 * Creates a function that logs refused callers, at most ten per second, so that guessing keys can't flood the log. The next line's
 * `further` counts the refusals that were not logged.
 */
export function createRefusalLog(write: (fields: Fields, message: string) => void): (fields: Fields) => void {
  const lines = new ClientWindows([perSecond]);
  let further = 0;
  return (fields) => {
    if (lines.spend(1, performance.now()) > 0) {
      further += 1;
      return;
    }
    write({ ...fields, ...(further > 0 && { further }) }, "caller refused");
    further = 0;
  };
}
