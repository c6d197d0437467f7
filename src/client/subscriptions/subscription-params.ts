import { writeJson } from "../json/write-json.ts";
import type { ClientSubscription } from "../shared/client-table.ts";

/**
 * Writes the ledger's params: some parameters by position, the others as fields of an object after them. The fields are sorted, so
 * that equal parameters give equal text.
 */
export function subscriptionParams(row: ClientSubscription, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  for (const { name, value, lower } of row.defaults ?? []) {
    const isLower = lower?.words.includes(String(values.get(lower.beside))) === true;
    if (values.get(name) === undefined) values.set(name, isLower ? lower.value : value);
  }
  const list = row.positions.map((name) => values.get(name) ?? null);
  while (list.length > 0 && list.at(-1) === null) list.pop();
  const fields = [...values]
    .filter(([name, value]) => value !== undefined && !row.positions.includes(name))
    .map(([name, value]) => [row.fields?.[name] ?? name, value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (fields.length > 0) {
    while (list.length < row.positions.length) list.push(null);
    list.push(Object.fromEntries(fields));
  }
  return writeJson(list);
}
