import type { StatusReport } from "../../src/observability/status-report.ts";
import { keyHeaders, useKey } from "../shared/caller-key.ts";
import { element } from "../shared/element.ts";
import { themeSwitch } from "../shared/theme-switch.ts";
import { isWatched, networkSection } from "./network-table.ts";
import { plot } from "./plot.ts";
import { ReportHistory } from "./report-history.ts";
import {
  shownBytes,
  shownCount,
  shownDuration,
  shownMilliseconds,
  shownNumber,
  shownShare,
} from "./shown-number.ts";

const pollMs = 2000;
const patienceMs = 8000;
/** HTTP status of a client that used up its points: readings cost one each. */
const tooMany = 429;
/** HTTP statuses where the gateway shows its status to administrators only. */
const forAdministrators = [401, 403];

const history = new ReportHistory();
const headline = element("h1", {}, "Status");
const summary = element("p", { class: "lead soft" }, "Asking the gateway …");
const live = element("p", { class: "hidden-text", role: "status" });
const networks = element("div", { class: "networks" });
const numbers = element("div", { class: "number-groups" });
const methods = element("div", { class: "card methods" });
const sockets = element("div", { class: "card sockets" });
const callers = element("div", { class: "card callers", hidden: true });
const transactions = element("div", { class: "card callers", hidden: true });
const keyForm = createKeyForm();
const calls = plot("Calls per second");
const latency = plot("Time to answer");
const cache = plot("Answered from the cache");

document.body.append(
  element(
    "header",
    { class: "bar" },
    element("a", { class: "brand", href: "docs/" }, "svm-gateway"),
    element(
      "nav",
      { "aria-label": "Pages" },
      element("a", { href: "docs/" }, "Methods"),
      " ",
      element("a", { href: "docs/#/live" }, "Live"),
    ),
    themeSwitch(),
  ),
  element(
    "main",
    {},
    headline,
    summary,
    keyForm,
    live,
    numbers,
    element("div", { class: "plots" }, calls.element, latency.element, cache.element),
    element("h2", {}, "Networks"),
    networks,
    element("div", { class: "pair" }, methods, sockets),
    callers,
    transactions,
  ),
);

void poll();

/** Asks, shows, and asks again; a page in the background rests. */
async function poll(): Promise<void> {
  try {
    const response = await fetch("status.json", {
      signal: AbortSignal.timeout(patienceMs),
      cache: "no-store",
      headers: keyHeaders(),
    });
    if (forAdministrators.includes(response.status)) {
      setHeadline("", "The status is for administrators");
      summary.textContent = "Enter the key of one: it is kept until you leave this page.";
      keyForm.hidden = false;
      return;
    }
    keyForm.hidden = true;
    if (response.status === tooMany) {
      const seconds = Math.max(Number(response.headers.get("retry-after") ?? 0), pollMs / 1000);
      summary.textContent = `The gateway limits how often this page may ask: it asks again in ${shownDuration(seconds)}.`;
      setTimeout(() => void untilVisible().then(poll), seconds * 1000);
      return;
    }
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const report = (await response.json()) as StatusReport;
    history.add(report, performance.now());
    show(report);
  } catch (caught) {
    const reason = caught instanceof Error ? caught.message : String(caught);
    setHeadline("bad", "The gateway does not answer");
    summary.textContent = `${reason}. Below is what it said last.`;
  }
  setTimeout(() => void untilVisible().then(poll), pollMs);
}

/** The key stays in this page's memory: no link or storage holds it. */
function createKeyForm(): HTMLElement {
  const key = element("input", {
    type: "password",
    id: "administrators-key",
    class: "mono",
    spellcheck: "false",
    autocomplete: "off",
  });
  const form = element(
    "form",
    { hidden: true },
    element("label", { for: key.id }, "Key"),
    " ",
    key,
    " ",
    element("button", { type: "submit" }, "Show"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    useKey(key.value);
    void poll();
  });
  return form;
}

function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

let shownState = "";

function setHeadline(kind: "good" | "bad" | "", text: string): void {
  headline.replaceChildren(element("span", { class: `dot ${kind}` }), text);
  if (text !== shownState) live.textContent = text;
  shownState = text;
}

function show(report: StatusReport): void {
  const watched = report.networks.filter((network) => isWatched(report, network));
  const failing = watched.filter(({ healthy }) => !healthy);
  if (watched.length === 0) setHeadline("", "No network is enabled");
  else if (failing.length === 0) setHeadline("good", "All networks answer");
  else {
    const names = failing.map(({ id }) => id).join(", ");
    setHeadline("bad", `${names} ${failing.length === 1 ? "does" : "do"} not answer`);
  }
  summary.textContent = `svm-gateway ${report.version}, up ${shownDuration(report.uptime_seconds)}`;
  showNumbers(report);
  showPlots();
  networks.replaceChildren(
    ...(report.networks.length === 0
      ? [
          element(
            "p",
            { class: "soft" },
            "Networks that are enabled, and those that were called, appear here.",
          ),
        ]
      : report.networks.map((network) => networkSection(report, network))),
  );
  methods.replaceChildren(...methodList(report));
  sockets.replaceChildren(...socketList(report));
  callers.hidden = report.callers === undefined;
  callers.replaceChildren(...callerList(report));
  transactions.hidden = report.transactions.pending + report.transactions.ended.length === 0;
  transactions.replaceChildren(...transactionList(report));
}

/** A label that says by itself what is counted, the figure, and an explanation on hover and for screen readers. */
type Figure = readonly [label: string, value: string, explanation: string];

/** Figures in groups, each under its own name: a pair in one place can't be told apart. */
function showNumbers({ calls: counted, cache: kept, attempts }: StatusReport): void {
  const hits = kept.hits + kept.head;
  const perCall = counted.total === 0 ? "–" : shownNumber(counted.upstream / counted.total);
  const groups: readonly (readonly [string, readonly Figure[]])[] = [
    [
      "Calls",
      [
        [
          "Calls answered",
          shownCount(counted.total),
          "Calls of all clients since the start, those answered with an error included.",
        ],
        [
          "Calls answered with an error",
          shownCount(counted.errors),
          "Errors of the ledger, of upstreams and of the gateway.",
        ],
        ["Calls being answered", shownCount(counted.in_flight), "Calls that are under way now."],
        [
          "Calls waiting for a turn",
          shownCount(counted.queued),
          "Calls that wait because as many as may run at once are under way.",
        ],
        [
          "Calls refused by the rate limit",
          shownCount(counted.rate_limited),
          "Calls of clients that made more than they may in a second or a minute.",
        ],
      ],
    ],
    [
      "Sent upstream",
      [
        [
          "Attempts at upstreams",
          shownCount(counted.upstream),
          "Requests to upstreams that clients' calls caused; probes are not counted.",
        ],
        ["Attempts for each call", perCall, "Below 1, most calls are answered without an upstream."],
        [
          "Attempts after a failure",
          shownCount(attempts.retry),
          "Calls sent again because an upstream failed.",
        ],
        [
          "Second attempts in parallel",
          shownCount(attempts.hedge),
          "Calls sent to a second upstream because the first was slow.",
        ],
      ],
    ],
    [
      "Not sent upstream",
      [
        [
          "Calls answered from memory",
          hits + kept.misses === 0 ? "–" : shownShare(hits / (hits + kept.misses)),
          "Of the calls whose answers may be kept, those that needed no upstream.",
        ],
        [
          "Calls answered at the newest slot",
          shownCount(kept.head),
          "Answers about the moving ledger that were still true, since no newer slot was known.",
        ],
        [
          "Calls shared with an equal one",
          shownCount(attempts.shared),
          "Calls that got the answer of an equal call under way.",
        ],
        [
          "Calls joined into one",
          shownCount(attempts.merged),
          "Reads that one upstream call answered together.",
        ],
        [
          "Memory of kept answers",
          kept.bytes === null ? "–" : shownBytes(kept.bytes),
          "Bytes of answers that later calls may get.",
        ],
      ],
    ],
  ];
  numbers.replaceChildren(
    ...groups.map(([title, facts]) =>
      element(
        "section",
        { class: "card", "aria-label": title },
        element("h2", {}, title),
        element(
          "dl",
          { class: "facts numbers" },
          facts.map(([name, value, explanation]) =>
            element(
              "div",
              { title: explanation },
              element("dt", { class: "soft small" }, name),
              element("dd", {}, value),
              element("dd", { class: "hidden-text" }, explanation),
            ),
          ),
        ),
      ),
    ),
  );
}

function showPlots(): void {
  const { spans } = history;
  const newest = spans.at(-1);
  // A red line along zero would look like a fault.
  const hasErrors = spans.some((span) => span.errorsPerSecond > 0);
  const [p50, p95] = [
    spans.findLast((span) => span.p50 !== undefined)?.p50,
    spans.findLast((span) => span.p95 !== undefined)?.p95,
  ];
  calls.update(
    [
      { label: "calls", kind: "main", values: spans.map((span) => span.callsPerSecond) },
      { label: "errors", kind: "fault", values: hasErrors ? spans.map((span) => span.errorsPerSecond) : [] },
    ],
    newest === undefined ? "–" : shownNumber(newest.callsPerSecond),
    shownNumber,
  );
  latency.update(
    [
      { label: "p50", kind: "main", values: spans.map((span) => span.p50) },
      { label: "p95", kind: "second", values: spans.map((span) => span.p95) },
    ],
    `p50 ${shownMilliseconds(p50)} · p95 ${shownMilliseconds(p95)}`,
    shownMilliseconds,
  );
  cache.update(
    [{ label: "hits", kind: "main", values: spans.map((span) => span.hitRate) }],
    newest?.hitRate === undefined ? "–" : shownShare(newest.hitRate),
    shownShare,
    1,
  );
}

function methodList({ calls: { by_method: busiest } }: StatusReport): HTMLElement[] {
  const most = Math.max(1, ...busiest.map(({ total }) => total));
  return [
    element("h2", {}, "Busiest methods"),
    busiest.length === 0
      ? element("p", { class: "soft" }, "No call yet.")
      : element(
          "ol",
          {},
          busiest.map(({ method, total, errors }) =>
            element(
              "li",
              {},
              element("span", { class: "mono name" }, method),
              element("meter", { min: 0, max: most, value: total, "aria-label": `Calls of ${method}` }),
              element(
                "span",
                { class: "number" },
                shownCount(total),
                errors === 0 ? "" : ` (${shownCount(errors)} ${errors === 1 ? "error" : "errors"})`,
              ),
            ),
          ),
        ),
  ];
}

function socketList({ connections, subscriptions }: StatusReport): HTMLElement[] {
  return [
    element("h2", {}, "Connections and subscriptions"),
    countList(connections, "No client is connected over a socket."),
    countList(subscriptions, "No subscription is running."),
  ];
}

function callerList({ callers: known = [] }: StatusReport): HTMLElement[] {
  return [
    element("h2", {}, "Callers today"),
    known.length === 0
      ? element("p", { class: "soft" }, "No caller with a key or token yet.")
      : table(
          ["Key", "Calls", "Errors", "Credits"],
          known.map(({ key, calls: called, errors, credits }) => [
            key,
            ...[called, errors, credits].map((count) => shownCount(count)),
          ]),
        ),
  ];
}

function transactionList({ transactions: { pending, ended } }: StatusReport): HTMLElement[] {
  return [
    element("h2", {}, "Transactions sent until they land"),
    element("p", { class: "soft" }, `${shownCount(pending)} pending; those that ended last:`),
    table(
      ["Transaction", "Network", "Fate", "Slot", "Sent again", "Time"],
      ended.map(({ signature, network, status, slot, sends, ms }) => [
        `${signature.slice(0, 12)}…`,
        network,
        status,
        slot === null ? "–" : String(slot),
        shownCount(sends),
        shownMilliseconds(ms),
      ]),
    ),
  ];
}

/** Rows under their heads; the first of each names it. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        heads.map((head) => element("th", { scope: "col" }, head)),
      ),
    ),
    element(
      "tbody",
      {},
      rows.map(([name = "", ...cells]) =>
        element(
          "tr",
          {},
          element("td", { class: "mono" }, name),
          cells.map((cell) => element("td", { class: "number" }, cell)),
        ),
      ),
    ),
  );
}

function countList(counts: Readonly<Record<string, number>>, none: string): HTMLElement {
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  if (rows.length === 0) return element("p", { class: "soft" }, none);
  return element(
    "ul",
    {},
    rows.map(([name, count]) =>
      element(
        "li",
        {},
        element("span", { class: "mono" }, name),
        element("span", { class: "number" }, shownCount(count)),
      ),
    ),
  );
}
