import { routes } from "../../src/transports/http/routes.ts";
import { code, table } from "./markdown.ts";

/** A row for each route. */
export function routesTable(): string {
  const rows = routes.map(({ method, path, modes, summary }) => [
    code(`${method} ${path.replace(":network", "ID")}`),
    modes.join(", "),
    summary,
  ]);
  return table(["route", "modes", "what"], rows);
}
