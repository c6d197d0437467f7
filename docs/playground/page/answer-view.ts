import { indentJson } from "../../../src/json/indent.ts";
import { element } from "../../shared/element.ts";
import type { GatewayAnswer } from "../call/call-gateway.ts";
import { type AnswerError, readAnswer, readNetworks } from "../call/read-answer.ts";
import { foldJson } from "../json/fold-json.ts";
import { highlightJson } from "../json/highlight-json.ts";
import { copyButton } from "./copy-button.ts";
import { downloadButton } from "./download-button.ts";
import { tabs } from "./tabs.ts";

/** What the view needs besides the answer. */
export interface AnswerContext {
  /** Of the method, for the name of a file. */
  readonly name: string;
  /** `all` was asked: the result is an object by network. */
  readonly isAll: boolean;
  /** Name of an error code in the document. */
  readonly errorName: (code: string) => string | undefined;
  /** Goes to the field of a parameter; undefined if there is none. */
  readonly showParam: (param: string) => (() => void) | undefined;
}

let chosenView = "readable";

/** An answer: how it went, then the text laid out for reading or byte for byte. */
export function answerView(answer: GatewayAnswer, context: AnswerContext): HTMLElement {
  const parts = readAnswer(answer.text);
  const download = () => downloadButton(answer.body, `${context.name}.json`, "Download the exact answer");
  const networks = context.isAll && parts?.result !== undefined ? readNetworks(parts.result) : [];
  return element(
    "div",
    { class: "answer" },
    element("p", { class: "answer-facts small" }, facts(answer)),
    parts?.error === undefined ? undefined : errorBox(parts.error, context),
    parts === undefined ? notRpc(answer) : undefined,
    networks.length === 0 ? undefined : networkList(networks, context),
    tabs(
      "answer",
      "Form of the answer",
      [
        {
          id: "readable",
          label: "Readable",
          panel: () => jsonPanel(readable(answer.text), "answer", download, foldJson),
        },
        {
          id: "exact",
          label: "Exactly as received",
          panel: () => jsonPanel(answer.text, "exact answer", download, highlightJson),
        },
      ],
      chosenView,
      (id) => {
        chosenView = id;
      },
    ),
  );
}

function facts(answer: GatewayAnswer): string {
  return [
    `HTTP ${answer.status}`,
    `${answer.milliseconds.toFixed(answer.milliseconds < 100 ? 1 : 0)} ms`,
    byteText(answer.bytes),
    ...(answer.cache === undefined ? [] : [`cache ${answer.cache}`]),
    ...(answer.retryAfter === undefined ? [] : [`try again in ${answer.retryAfter} s`]),
  ].join(" · ");
}

function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The error before its JSON: most readers want the sentence, not the braces. */
function errorBox(error: AnswerError, context: AnswerContext): HTMLElement {
  const name = context.errorName(error.code);
  return element(
    "div",
    { class: "error-box" },
    element(
      "p",
      { class: "error-title" },
      element("span", { class: "mono" }, error.code),
      name === undefined ? undefined : ` ${name}`,
    ),
    element("p", {}, error.message),
    error.faults.length === 0
      ? undefined
      : element(
          "ul",
          {},
          error.faults.map(({ param, message }) => {
            const show = context.showParam(param);
            const label =
              show === undefined
                ? param
                : element("button", { type: "button", class: "link", onclick: show }, param);
            return element("li", {}, label, " ", message);
          }),
        ),
  );
}

function notRpc(answer: GatewayAnswer): HTMLElement {
  return element(
    "div",
    { class: "error-box" },
    element("p", { class: "error-title" }, "This is not a JSON-RPC answer"),
    element("p", {}, `HTTP ${answer.status}: is there a gateway at this address?`),
  );
}

/** One line for each network: a failed one must not hide in a long object. */
function networkList(networks: ReturnType<typeof readNetworks>, context: AnswerContext): HTMLElement {
  return element(
    "ul",
    { class: "network-answers", "aria-label": "Answers by network" },
    networks.map(({ network, result, error }) =>
      element(
        "li",
        {},
        element("span", { class: error === undefined ? "dot good" : "dot bad" }),
        element("span", { class: "mono name" }, network),
        element(
          "span",
          { class: error === undefined ? "mono value" : "value" },
          error === undefined
            ? shortened(result ?? "")
            : `${error.code} ${context.errorName(error.code) ?? ""}: ${error.message}`,
        ),
      ),
    ),
  );
}

const shortCharacters = 160;

function shortened(text: string): string {
  return text.length <= shortCharacters ? text : `${text.slice(0, shortCharacters)} …`;
}

/** A block of JSON with buttons to copy and to save it. */
function jsonPanel(
  text: string,
  name: string,
  download: () => HTMLElement,
  shape: (text: string) => Node,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const shown = text.length > shownCharacters ? text.slice(0, shownCharacters) : text;
  fragment.append(
    element(
      "div",
      { class: "panel-buttons" },
      download(),
      copyButton(() => text, `Copy the ${name}`),
    ),
    element(
      "pre",
      { class: "code", tabindex: 0, "aria-label": `The ${name}` },
      element("code", {}, shape(shown)),
    ),
  );
  if (shown !== text) {
    fragment.append(
      element(
        "p",
        { class: "soft small" },
        `The first ${shownCharacters.toLocaleString("en")} of ${text.length.toLocaleString("en")} characters; Copy takes all.`,
      ),
    );
  }
  return fragment;
}

/** Browsers lay out a few megabytes of text in a second; more would freeze the page. */
const shownCharacters = 2_000_000;

function readable(text: string): string {
  return readAnswer(text) === undefined ? text : indentJson(text);
}
