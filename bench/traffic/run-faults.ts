import { runTraffic } from "./run-traffic.ts";
import { setUpTraffic, slotMs } from "./traffic-set-up.ts";

/** The default of `live.verify_ms`. */
const verifyMs = 5000;
/** Slots that the upstream is behind at most. */
const maxLag = 3;
/** What a verification waits for its turn and its answer at most, on a busy machine. */
const callMs = 1000;

/**
 * Sends mixed traffic through a gateway with all steps while notifications are lost and late, sockets die, and the upstream falls behind
 * and sees forks; says which answers were never true, and how long a change stayed unseen.
 */
export async function benchTrafficFaults(seconds: number): Promise<void> {
  console.log(
    `mixed traffic for ${seconds} s; 10 % of notifications are lost, the others up to two slots late, sockets die every 20 slots or so,\nthe upstream is up to ${maxLag} slots behind and sees forks\n`,
  );
  const live = { enabled: true, after_reads: 2, within_ms: 60_000 };
  const setUp = await setUpTraffic({ live });
  const { random, ledger, view, source, upstream, gateway } = setUp;
  upstream.behaviour.dropsNotification = () => random() < 0.1;
  upstream.behaviour.notificationDelayMs = () => random() * 2 * slotMs;
  setUp.onSlot = () => {
    view.lag = random() < 0.5 ? 0 : Math.ceil(random() * maxLag);
    if (random() < 0.1) view.startFork(source.account());
    if (random() < 0.05) upstream.dropSockets();
  };
  try {
    const result = await runTraffic({ url: gateway.url, ledger, source, random, seconds });
    const allowed = Math.ceil((verifyMs + callMs) / slotMs) + maxLag;
    console.log(
      "| calls | refused or failed | of live accounts | wrong | slots until a change was seen, most | allowed |",
    );
    console.log("|---|---|---|---|---|---|");
    console.log(
      `| ${result.calls} | ${result.failed} | ${result.live} | ${result.wrong} | ${result.maxLiveOutdatedSlots} | ${allowed} |`,
    );
    if (result.wrong > 0 || result.maxLiveOutdatedSlots > allowed) process.exitCode = 1;
  } finally {
    await setUp.close();
  }
}
