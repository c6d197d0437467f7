import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clientSubscriptions } from "../../../generated/client.ts";
import { tools } from "../../../generated/tools.ts";
import type { SubscriptionRow } from "../../client/shared/client-table.ts";
import { findMethod, indexedMethods } from "../../gateway/params/method-index.ts";
import { packageRoot } from "../../package-root.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import type { Arguments } from "../options/arguments.ts";
import { UsageError } from "../options/command-table.ts";
import { type CommandIo, createStyle, renderTable } from "../terminal/terminal.ts";
import { maxWidth, wrap } from "./help.ts";

/** The names that `subscribe` accepts, in the document's order: `account` for accountSubscribe. */
export const subscriptionNames: readonly string[] = Object.keys(clientSubscriptions);

const byName: ReadonlyMap<string, SubscriptionRow> = new Map(
  Object.entries(clientSubscriptions).flatMap(([name, row]) => [
    [name, row],
    [row.subscribe, row],
  ]),
);

/** Finds a subscription by its name (`account`) or its method (`accountSubscribe`). */
export function subscriptionOf(name: string): SubscriptionRow | undefined {
  return byName.get(name);
}

interface MethodText {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

let texts: ReadonlyMap<string, MethodText> | undefined;

/** The document's text about a subscribe method. Generated texts cover only tools, so this reads the document. */
export function subscriptionText(subscribe: string): MethodText | undefined {
  texts ??= new Map(readTexts().map((text) => [text.name, text]));
  return texts.get(subscribe);
}

function readTexts(): readonly MethodText[] {
  const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8"));
  return document.methods;
}

/** `call METHOD --help` and `subscribe NAME --help`: prints the method's description and parameters. */
export function writeMethodHelp(
  { command, method: name = "" }: Extract<Arguments, { kind: "help" }>,
  io: CommandIo,
): void {
  const isSubscription = command === "subscribe";
  const listed = findMethod(isSubscription ? (subscriptionOf(name)?.subscribe ?? "") : name);
  if (listed === undefined) {
    const known = isSubscription ? subscriptionNames : [...indexedMethods.keys()];
    throw unknownNameError(isSubscription ? "subscription" : "method", name, known);
  }
  const { params } = listed;
  const style = createStyle(io.stdout, io.env);
  const tool = tools.find((each) => each.name === listed.name);
  const text = isSubscription ? subscriptionText(listed.name) : undefined;
  const title = text?.summary ?? tool?.title ?? "";
  const description = text?.description ?? tool?.description ?? "";
  const words = params.map((param) => (param.required ? param.name : `[${param.name}]`));
  const rows = params.flatMap(({ name: param, required, expected }) => {
    const row = [`  ${param}`, required ? "required" : "optional", expected];
    const about = descriptionOf(tool?.inputSchema.properties[param]);
    return about === undefined ? [row] : [row, ["", "", style.dim(about)]];
  });
  io.stdout.write(
    [
      `${style.bold(name)}: ${title}\n\n`,
      `${wrap(description, maxWidth).join("\n")}\n\n`,
      `${style.bold("Usage")}\n  ${["svm-gateway", command, name, ...words, "[FLAGS]"].join(" ")}\n`,
      ...(rows.length === 0 ? [] : [`\n${style.bold("Parameters")}\n`, renderTable(rows)]),
      ...(tool === undefined || params.length === 0
        ? []
        : [`\n${style.bold("Example")}\n  svm-gateway call ${name} '${tool.example}'\n`]),
    ].join(""),
  );
}

function descriptionOf(schema: object | undefined): string | undefined {
  return schema !== undefined && "description" in schema ? String(schema.description) : undefined;
}

/** The error for an unknown method or subscription, with a suggestion. */
export function unknownNameError(
  what: "method" | "subscription",
  name: string,
  known: readonly string[],
): UsageError {
  const list = what === "method" ? "svm-gateway methods lists all" : `there are ${known.join(", ")}`;
  return new UsageError(`no ${what} ${JSON.stringify(name)}; ${didYouMean(nearest(name, known, 1), list)}`);
}
