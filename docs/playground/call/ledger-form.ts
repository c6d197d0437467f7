import type { Method, Param } from "../../../codegen/contract/contract.ts";
import type { CallValues } from "./call-values.ts";

/** A given parameter in the ledger's own form: the parameter, its text, and the key it stands under if it has one. */
export interface LedgerPart {
  readonly param: Param;
  readonly key: string | undefined;
  readonly value: string;
}

/** What is at one position: a value, an object of one or several parts, or nothing. */
export type LedgerItem =
  | { readonly kind: "value"; readonly part: LedgerPart }
  | { readonly kind: "object"; readonly parts: readonly LedgerPart[]; readonly isConfig: boolean }
  | { readonly kind: "absent" };

/** Lays given parameters out as ledger nodes take them: by position, config object last. Functions of a client have a fixed place for it. */
export function ledgerItems(
  method: Method,
  values: CallValues,
  isConfigFixed = false,
): readonly LedgerItem[] {
  const items: LedgerItem[] = [];
  const fields: LedgerPart[] = [];
  for (const param of method.params) {
    const value = values.get(param.name);
    if (value === undefined) continue;
    const { place } = param;
    if (place.at === "position") {
      put(items, place.index, { kind: "value", part: { param, key: undefined, value } });
    } else if (place.at === "filter") {
      const parts = [{ param, key: place.key, value }];
      put(items, place.index, { kind: "object", parts, isConfig: false });
    } else if (place.at === "config") fields.push({ param, key: place.field, value });
    else if (place.at === "name") fields.push({ param, key: place.key, value });
  }
  if (method.hasNamedParams) return [{ kind: "object", parts: fields, isConfig: true }];
  if (fields.length > 0 && method.config !== undefined) {
    const { index, trailing } = method.config;
    put(items, trailing && !isConfigFixed ? Math.min(items.length, index) : index, {
      kind: "object",
      parts: fields,
      isConfig: true,
    });
  }
  return items;
}

/** The same as JSON text, as a node or a WebSocket takes it; "" when there is nothing to send. */
export function ledgerParams(method: Method, values: CallValues): string {
  const texts = ledgerItems(method, values).map((item) => itemText(item));
  if (texts.length === 0) return "";
  return method.hasNamedParams ? (texts[0] ?? "") : `[${texts.join(",")}]`;
}

function itemText(item: LedgerItem): string {
  if (item.kind === "absent") return "null";
  if (item.kind === "value") return item.part.value;
  return `{${item.parts.map(({ key, value }) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
}

function put(items: LedgerItem[], index: number, item: LedgerItem): void {
  while (items.length < index) items.push({ kind: "absent" });
  items[index] = item;
}
