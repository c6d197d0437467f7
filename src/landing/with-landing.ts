import { sendingOf } from "../call/sending.ts";
import type { SendWrapper } from "../call/upstream-call.ts";
import type { Sending } from "../networks/network.ts";
import type { Landing } from "./landing.ts";

/**
 * Hands transactions that are to be sent until they land to `landing`, and remembers the blockhashes that answers give away: a
 * transaction goes first where its blockhash is known.
 */
export function withLanding(landing: Landing, usual?: Sending): SendWrapper {
  return (next) => (call) => {
    if (call.method?.givesLifetime === true)
      return next(call).then((answer) => {
        landing.learnLifetime(call, answer);
        return answer;
      });
    return sendingOf(call, usual) === "land"
      ? landing.send(call, next)
      : next(landing.towardsBlockhash(call));
  };
}
