import { tools } from "../../generated/tools.ts";
import { methodPlans } from "../app/method-plans.ts";
import { nearest } from "../text/did-you-mean.ts";
import type { Style } from "./style.ts";
import { renderTable } from "./table.ts";

/** The help of `call METHOD`: what the method does, and its parameters in their order. */
export function methodHelp(name: string, style: Style): string {
  const plan = methodPlans.get(name);
  if (plan === undefined) {
    const [near] = nearest(name, methodPlans.keys(), 1);
    return `no method ${JSON.stringify(name)}${near === undefined ? "" : `; did you mean ${near}?`}\n`;
  }
  const { params } = plan.method;
  const title = tools.find((tool) => tool.name === name)?.title;
  const words = params.map((param) => (param.required ? param.name : `[${param.name}]`));
  const rows = params.map(({ name: param, required, expected }) => [
    `  ${param}`,
    required ? "required" : "optional",
    expected,
  ]);
  return [
    `${style.bold(name)}${title === undefined ? "" : `: ${title}`}\n\n`,
    `${style.bold("Usage")}\n  ${["svm-gateway call", name, ...words, "[FLAGS]"].join(" ")}\n`,
    ...(rows.length === 0 ? [] : [`\n${style.bold("Parameters")}\n`, renderTable(rows)]),
  ].join("");
}
