import { routes } from "../../src/transports/http/routes.ts";
import { code, table } from "./markdown.ts";

/** A row for each route. */
export function routesTable(): string {
  const rows = routes.map(({ method, path, modes, query, summary }) => [
    code(`${method} ${path.replace(":network", "ID")}`),
    modes.join(", "),
    query === undefined ? "any" : query.map(code).join(", "),
    summary,
  ]);
  const note =
    "Routes under `/admin` take only callers who may [change networks](security.md#who-may-change-networks). A query parameter that is not listed, or given twice, is refused with 400; routes with `any` ignore theirs. Every route takes [`api-key`](callers.md#calling-with-a-key) too.";
  return `${table(["route", "modes", "query", "what"], rows)}\n\n${note}`;
}
