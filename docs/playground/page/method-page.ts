import type { Example, Method } from "../../../codegen/contract/contract.ts";
import { nodeReleasesText } from "../../../codegen/contract/node-releases-text.ts";
import { indentJson } from "../../../src/json/indent.ts";
import { stringifyLossless } from "../../../src/json/lossless.ts";
import { providerNames } from "../../../src/providers/provider-names.ts";
import { element } from "../../shared/element.ts";
import type { App } from "../app.ts";
import { callGateway, type GatewayAnswer } from "../call/call-gateway.ts";
import { type CallValues, paramsByName, requestBody } from "../call/call-values.ts";
import { exampleValues } from "../call/example-values.ts";
import { readAnswer } from "../call/read-answer.ts";
import { recentValues } from "../call/recent-values.ts";
import { highlightJson } from "../json/highlight-json.ts";
import { liveCards } from "../live/live-cards.ts";
import { isJsonText, linkValues, methodLink } from "../location.ts";
import type { Settings } from "../settings.ts";
import { answerView } from "./answer-view.ts";
import { confirmDialog } from "./confirm-dialog.ts";
import { methodForm } from "./method-form.ts";
import { confirmation, effectNotice, servedNotice } from "./notices.ts";
import { prose } from "./prose.ts";
import { schemaView } from "./schema-view.ts";
import { snippetPanel } from "./snippet-panel.ts";

/** The page of one method. */
export function methodPage(app: App, method: Method, query: URLSearchParams): HTMLElement {
  const { contract, settings } = app;
  const isSubscription = method.kind === "subscribe";
  const snippet = snippetPanel();
  const answer = element("div", { class: "answer-place" });
  const form = methodForm(contract, method, isSubscription ? "Subscribe" : "Run", changed, run);
  const served = servedNotice(method);
  let running: AbortController | undefined;
  let scrollsToAnswer = false;

  /** On narrow pages the answer is below the form, so it is scrolled into view. */
  function scrollToAnswer(): void {
    if (scrollsToAnswer && oneColumn.matches) answer.parentElement?.scrollIntoView({ block: "start" });
    scrollsToAnswer = false;
  }

  function changed(): void {
    const values = form.values();
    // Half-written JSON is not put into a call; its field says what is wrong.
    if (![...values.values()].every(isJsonText)) return;
    const { gateway, network, defaultNetwork } = settings.current;
    snippet.update({ contract, method, values, gateway, network, defaultNetwork });
    history.replaceState(null, "", methodLink(method, values, network));
  }

  async function run(values: CallValues): Promise<void> {
    const { gateway, network } = settings.current;
    const question = confirmation(method);
    if (question !== undefined) {
      const where =
        method.kind === "network" ? gateway : `${networkText(settings.current)} through ${gateway}`;
      const detail = `${method.name} ${paramsByName(method, values)}`;
      if (!(await confirmDialog(`${question} Run it on ${where}?`, detail, `Run ${method.name}`))) return;
    }
    if (isSubscription) {
      app.live.subscribe({ gateway, network, method, values });
      return;
    }
    running?.abort();
    const call = new AbortController();
    running = call;
    form.runButton.textContent = "Running …";
    scrollsToAnswer = true;
    const selected = method.kind === "network" ? "" : network;
    try {
      const body = requestBody(method.name, paramsByName(method, values));
      const received = await callGateway(gateway, selected, body, call.signal);
      if (running !== call) return;
      app.announce(announcement(received));
      app.history.add({ at: new Date(), method, values, gateway, network: selected, answer: received });
      answer.replaceChildren(
        answerView(received, {
          name: method.name,
          isAll: selected === "all",
          errorName: (code) => contract.errors.find((error) => String(error.code) === code)?.name,
          showParam: (name) => {
            const field = form.field(name);
            return field === undefined ? undefined : () => field.focus();
          },
        }),
      );
      scrollToAnswer();
      if (method.effect === "manage") await settings.refresh();
    } catch (caught) {
      if (running !== call) return;
      app.announce(`No answer from ${gateway}`);
      answer.replaceChildren(noAnswer(gateway, caught));
      scrollToAnswer();
    } finally {
      if (running === call) form.runButton.textContent = "Run";
    }
  }

  const linked = linkValues(method, query);
  const [example] = method.examples;
  const isLinked = linked.size > 0 || example === undefined;
  const started = isLinked ? linked : startValues(method, example);
  let mayFillRecent = !isLinked;
  form.fill(started);

  /** Fills in values of the local ledger, which lacks the transactions that the document's examples name. */
  async function fillRecentValues({ gateway, network, defaultNetwork, networks }: Settings): Promise<void> {
    const type = networks?.find(({ id }) => id === (network || defaultNetwork))?.type;
    if (!mayFillRecent || type !== "localnet") return;
    mayFillRecent = false;
    const values = await recentValues(method, gateway, network, leaving.signal);
    if (leaving.signal.aborted || values.size === 0 || !isSame(form.values(), started)) return;
    form.fill(new Map([...started, ...values]));
    changed();
  }

  const leaving = new AbortController();
  app.onLeave(() => leaving.abort());
  const tryRecentValues = (current: Settings): void => {
    // Without them the example stays, which is a valid call, too.
    fillRecentValues(current).catch(() => undefined);
  };
  app.onSettings(tryRecentValues);
  tryRecentValues(settings.current);
  answer.append(
    isSubscription
      ? liveCards(app, method)
      : element(
          "p",
          { class: "soft empty" },
          "The answer will appear here, exactly as the gateway sends it.",
        ),
  );
  app.onSettings(changed);
  app.onSettings(served.show);
  served.show(settings.current);
  changed();
  const runByKeys = (event: KeyboardEvent): void => {
    const isElsewhere = document.querySelector("dialog[open], details.gateway[open]") !== null;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isElsewhere)
      form.element.requestSubmit();
  };
  document.addEventListener("keydown", runByKeys);
  app.onLeave(() => document.removeEventListener("keydown", runByKeys));

  return element(
    "article",
    { class: "method" },
    element(
      "div",
      { class: "intro" },
      element("p", { class: "soft small crumb" }, method.category, badges(method)),
      element("h1", { class: "mono", tabindex: -1 }, method.name),
      element("p", { class: "lead" }, method.summary),
      element("p", { class: "description" }, prose(contract, method.description, method.name)),
      effectNotice(method),
      served.element,
      element("h2", {}, "Parameters"),
      form.element,
    ),
    element(
      "div",
      { class: "panel" },
      element(
        "section",
        { class: "card", "aria-labelledby": "answer-title" },
        element(
          "h2",
          { class: "card-title", id: "answer-title" },
          isSubscription ? "Notifications" : "Answer",
        ),
        answer,
      ),
      snippet.element,
    ),
    element(
      "div",
      { class: "reference" },
      resultPart(app, method),
      endingPart(app, method),
      examplesPart(app, method, form.fill, changed),
      errorsPart(app, method),
    ),
  );
}

const oneColumn = matchMedia("(max-width: 1180px)");

function networkText({ network, defaultNetwork }: Settings): string {
  if (network === "all") return "all enabled networks";
  return network === "" ? (defaultNetwork ?? "the default network") : network;
}

function isSame(values: CallValues, others: CallValues): boolean {
  return values.size === others.size && [...values].every(([name, value]) => others.get(name) === value);
}

/** Only what a call needs: the optional ones of an example would look like a recommendation. */
function startValues(method: Method, example: Example): CallValues {
  const needed = new Set([
    ...method.params.filter(({ required }) => required).map(({ name }) => name),
    ...(method.exactlyOneOf ?? []),
    ...(method.atLeastOneOf ?? []),
  ]);
  return new Map([...exampleValues(method, example)].filter(([name]) => needed.has(name)));
}

function badges(method: Method): HTMLElement[] {
  const words = [
    ...(method.deprecated ? ["deprecated"] : []),
    ...(method.origin === undefined || method.origin === "current" ? [] : [method.origin]),
    ...(method.isHeavy ? ["slow and large"] : []),
    ...(method.networks ?? []).map((network) => `on ${network}`),
    ...(method.providers === undefined ? [] : [`served by ${providerNames(method.providers)}`]),
    ...releaseBadge(method),
  ];
  return words.map((word) => element("span", { class: "badge" }, word));
}

function releaseBadge(method: Method): string[] {
  const text = nodeReleasesText(method);
  return text === undefined ? [] : [text.replace(/\.$/, "").replace(/^Nodes/, "nodes")];
}

function noAnswer(gateway: string, caught: unknown): HTMLElement {
  const reason = caught instanceof Error ? caught.message : String(caught);
  return element(
    "div",
    { class: "error-box" },
    element("p", { class: "error-title" }, "No answer"),
    element(
      "p",
      {},
      `No answer came from ${gateway} (${reason}). Is the gateway running there, and may this page read its answers (enable_cors)?`,
    ),
  );
}

/** What a screen reader says when an answer is there; the answer itself would be far too long. */
function announcement(received: GatewayAnswer): string {
  const error = readAnswer(received.text)?.error;
  const took = `after ${Math.round(received.milliseconds)} milliseconds`;
  return error === undefined ? `Answer ${took}` : `Error ${error.code} ${took}: ${error.message}`;
}

function resultPart({ contract }: App, method: Method): HTMLElement {
  const { subscription } = method;
  return element(
    "section",
    { "aria-labelledby": "result-title" },
    element("h2", { id: "result-title" }, "Result"),
    schemaView(contract, method.result, "result", true),
    subscription?.payload === undefined
      ? undefined
      : schemaView(contract, subscription.payload, subscription.notification ?? "notification", true),
  );
}

/** The method that ends a subscription: it has no page of its own, since its id comes from this one. */
function endingPart(app: App, method: Method): HTMLElement | undefined {
  const pair =
    method.kind === "subscribe" ? app.contract.methodsByName.get(method.subscription?.pair ?? "") : undefined;
  if (pair === undefined) return undefined;
  return element(
    "section",
    { "aria-labelledby": "ending-title" },
    element("h2", { id: "ending-title", class: "mono" }, pair.name),
    element("p", { class: "description" }, prose(app.contract, pair.description, pair.name)),
    pair.params.map((param) =>
      element(
        "p",
        { class: "small" },
        element("code", {}, param.name),
        element("span", { class: "soft" }, ` ${param.summary}`),
      ),
    ),
    schemaView(app.contract, pair.result, "result"),
  );
}

function examplesPart(
  app: App,
  method: Method,
  fill: (values: CallValues) => void,
  changed: () => void,
): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": "examples-title" },
    element("h2", { id: "examples-title" }, "Examples"),
    method.examples.map((example) => {
      const values = exampleValues(method, example);
      return element(
        "details",
        { class: "example" },
        element("summary", {}, example.name),
        exampleBlock("Parameters", paramsByName(method, values) || "{}"),
        example.result === undefined ? undefined : exampleBlock("Result", stringifyLossless(example.result)),
        element(
          "button",
          {
            type: "button",
            class: "small",
            onclick: () => {
              fill(values);
              changed();
              app.focusTitle();
            },
          },
          "Fill in",
        ),
      );
    }),
  );
}

function exampleBlock(label: string, json: string): HTMLElement {
  return element(
    "figure",
    {},
    element("figcaption", { class: "soft small" }, label),
    element("pre", { class: "code", tabindex: 0 }, element("code", {}, highlightJson(indentJson(json)))),
  );
}

function errorsPart({ contract }: App, method: Method): HTMLElement | undefined {
  const errors = contract.errorsOf(method);
  if (errors.length === 0) return undefined;
  return element(
    "section",
    { "aria-labelledby": "errors-title" },
    element("h2", { id: "errors-title" }, "Errors"),
    element(
      "dl",
      { class: "errors small" },
      errors.map(({ code, name, message }) => [
        element("dt", {}, element("code", {}, String(code)), " ", name),
        element("dd", { class: "soft" }, message),
      ]),
    ),
  );
}
