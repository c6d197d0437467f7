import type { Side } from "./sides.ts";

/** About 10 slots of the embedded node: a notification that was not lost comes within one. */
const lostAfterMs = 1000;

/**
 * What `hear` brings. The embedded node looks for a signature after it has confirmed the subscription, and watches it only after
 * that: a transaction that lands in between is reported to nobody. There `hear` is asked again, with another transaction, until
 * one is heard. The gateway loses none, so it is asked once.
 */
export async function heardOf<Heard>(side: Side, hear: () => Promise<Heard>): Promise<Heard> {
  if (side.name === "gateway") return hear();
  for (;;) {
    const heard = hear().then((value) => ({ value }));
    let timer: NodeJS.Timeout | undefined;
    const lost = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), lostAfterMs);
    });
    const found = await Promise.race([heard, lost]);
    clearTimeout(timer);
    if (found !== undefined) return found.value;
  }
}
