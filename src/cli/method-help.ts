import { tools } from "../../generated/tools.ts";
import { methodPlans } from "../app/method-plans.ts";
import { nearest } from "../text/did-you-mean.ts";
import { type Arguments, usageExitCode } from "./arguments.ts";
import type { CommandIo } from "./command-io.ts";
import { createStyle } from "./style.ts";
import { subscriptionNames, subscriptionOf } from "./subscription-names.ts";
import { renderTable } from "./table.ts";

/** `call METHOD --help` and `subscribe NAME --help`: prints what the method does, and its parameters in their order. */
export function writeMethodHelp(
  { command, method: name = "" }: Extract<Arguments, { kind: "help" }>,
  io: CommandIo,
): number {
  const isSubscription = command === "subscribe";
  const plan = methodPlans.get(isSubscription ? (subscriptionOf(name)?.subscribe ?? "") : name);
  if (plan === undefined) {
    const known = isSubscription ? subscriptionNames : [...methodPlans.keys()];
    io.stderr.write(`${noSuch(isSubscription ? "subscription" : "method", name, known)}\n`);
    return usageExitCode;
  }
  const { params } = plan.method;
  const style = createStyle(io.stdout, io.env);
  const title = tools.find((tool) => tool.name === plan.method.name)?.title;
  const words = params.map((param) => (param.required ? param.name : `[${param.name}]`));
  const rows = params.map(({ name: param, required, expected }) => [
    `  ${param}`,
    required ? "required" : "optional",
    expected,
  ]);
  io.stdout.write(
    [
      `${style.bold(name)}${title === undefined ? "" : `: ${title}`}\n\n`,
      `${style.bold("Usage")}\n  ${["svm-gateway", command, name, ...words, "[FLAGS]"].join(" ")}\n`,
      ...(rows.length === 0 ? [] : [`\n${style.bold("Parameters")}\n`, renderTable(rows)]),
    ].join(""),
  );
  return 0;
}

/** That a method or subscription does not exist, and which may have been meant. */
export function noSuch(what: "method" | "subscription", name: string, known: readonly string[]): string {
  const [near] = nearest(name, known, 1);
  const list = what === "method" ? "svm-gateway methods lists all" : `there are ${known.join(", ")}`;
  return `no ${what} ${JSON.stringify(name)}; ${near === undefined ? list : `did you mean ${near}?`}`;
}
