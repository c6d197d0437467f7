import { routes } from "../../src/transports/http/routes.ts";
import { code, table } from "./markdown.ts";

/** A row for each route. */
export function routesTable(): string {
  const rows = routes.map(({ method, path, modes, what }) => [
    code(`${method} ${path.replace(":network", "ID")}`),
    modes.join(", "),
    what,
  ]);
  return table(["route", "modes", "what"], rows);
}
