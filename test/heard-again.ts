/** About 10 slots of the embedded node: a notification that was not lost comes within one, on a quiet machine. */
const askAgainMs = 1000;

/**
 * What `hear` brings. The embedded node confirms a subscription before it watches what was subscribed to: what happens in between is
 * reported to no one, through the gateway neither. So `hear` is asked again, with another account or transaction, until one of them is
 * heard: the earlier ones too, which may only be late. Then `over` is aborted, which ends what they subscribed to.
 */
export async function heardAgain<Heard>(hear: (over: AbortSignal) => Promise<Heard>): Promise<Heard> {
  const over = new AbortController();
  const heard = new Promise<Heard>((resolve, reject) => {
    const attempt = () => hear(over.signal).then(resolve, reject);
    const timer = setInterval(attempt, askAgainMs);
    over.signal.addEventListener("abort", () => clearInterval(timer));
    attempt();
  });
  return heard.finally(() => over.abort());
}
