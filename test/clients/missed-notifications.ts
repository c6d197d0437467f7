import type { Side } from "./sides.ts";

/** About 10 slots of the embedded node: a notification that was not lost comes within one, on a quiet machine. */
const askAgainMs = 1000;

/**
 * What `hear` brings. The embedded node looks for a signature after it has confirmed the subscription, and watches it only after
 * that: a transaction that lands in between is reported to nobody. There `hear` is asked again, with another transaction, until
 * one of them is heard: the earlier ones too, which may only be late. The gateway loses none, so it is asked once.
 */
export async function heardOf<Heard>(side: Side, hear: () => Promise<Heard>): Promise<Heard> {
  if (side.name === "gateway") return hear();
  return new Promise<Heard>((resolve, reject) => {
    const attempt = () => hear().then(end(resolve), end(reject));
    const timer = setInterval(attempt, askAgainMs);
    function end<Outcome>(settle: (outcome: Outcome) => void): (outcome: Outcome) => void {
      return (outcome) => {
        clearInterval(timer);
        settle(outcome);
      };
    }
    attempt();
  });
}
