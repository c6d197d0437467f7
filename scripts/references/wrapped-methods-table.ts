import { methods } from "../../generated/methods.ts";
import { code, table } from "./markdown.ts";

/** A row for each method whose bare result the gateway dialect wraps. */
export function wrappedMethodsTable(): string {
  const rows = Object.values(methods)
    .filter(({ wrapped }) => wrapped)
    .map(({ name }) => [code(name), code('{"value": …}'), code("…")]);
  return table(["method", "gateway dialect", "ledger dialect"], rows);
}
