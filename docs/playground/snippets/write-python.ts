import { isObject, type JsonValue, readJson } from "../../../codegen/contract/json-value.ts";
import { paramsByName, requestBody } from "../call/call-values.ts";
import { assumedText, withGatewayDefaults } from "../call/gateway-defaults.ts";
import { ledgerParams } from "../call/ledger-form.ts";
import { codeLiteral, type LiteralStyle } from "./code-literal.ts";
import { callAddress, ledgerAddress, type SnippetCall } from "./snippet.ts";
import { socketAddress } from "./socket-address.ts";
import calls from "./solana-py-calls.json" with { type: "json" };

/** A function of solana-py: arguments by position, and fields of the config object that it takes by keyword. */
interface ClientCall {
  readonly positions: number;
  readonly fields: readonly string[];
  /** Those of the function that has accounts parsed, if there is one. */
  readonly parsed?: readonly string[];
}

/** The call with solana-py if it sends the same, else with Python's own library. */
export function writePython(call: SnippetCall): string {
  if (call.method.kind === "subscribe") return writeSocket(call);
  return writeSolanaPy(call) ?? writePlain(call);
}

function writePlain({ method, values, gateway, network }: SnippetCall): string {
  const body = requestBody(method.name, paramsByName(method, values));
  return [
    "from urllib.request import Request, urlopen",
    "",
    `body = ${pythonText(body)}`,
    `request = Request(${pythonText(callAddress(gateway, network))}, body.encode(), {"content-type": "application/json"})`,
    "print(urlopen(request).read().decode())",
  ].join("\n");
}

function writeSocket({ method, values, gateway, network }: SnippetCall): string {
  return [
    "from websockets.sync.client import connect",
    "",
    `with connect(${pythonText(socketAddress(gateway, network))}) as socket:`,
    `    socket.send(${pythonText(requestBody(method.name, ledgerParams(method, values)))})`,
    "    for message in socket:",
    "        print(message)",
  ].join("\n");
}

/** The call with solana-py; undefined if it has no such function or no argument for what is given. */
function writeSolanaPy(given: SnippetCall): string | undefined {
  const { method } = given;
  const known: Readonly<Record<string, ClientCall>> = calls;
  const row = known[method.name];
  if (row === undefined || given.network === "all") return undefined;
  const call = { ...given, values: withGatewayDefaults(method, given.values) };
  const isParsed = row.parsed !== undefined && call.values.get("encoding") === '"jsonParsed"';
  const fields = isParsed ? row.parsed : row.fields;
  const used = new Set<string>();
  const args: string[] = [];
  let positions = 0;
  for (const param of method.params) {
    const value = call.values.get(param.name);
    if (param.place.at === "position") {
      if (value === undefined) continue;
      if (param.place.index !== positions || positions >= row.positions) return undefined;
      positions += 1;
      args.push(pythonLiteral(call, param.schema, readJson(value), used));
    } else if (param.place.at === "config" && value !== undefined) {
      const name = snakeCase(param.place.field);
      const isImplied = (isParsed && name === "encoding") || value === assumedText(method, param.place.field);
      if (!fields.includes(name)) {
        if (isImplied) continue;
        return undefined;
      }
      const literal = fieldLiteral(call, name, param.schema, readJson(value), used);
      if (literal === undefined) return undefined;
      args.push(`${name}=${literal}`);
    } else if (value !== undefined) return undefined;
  }
  const name = snakeCase(method.name) + (isParsed ? "_json_parsed" : "");
  return [
    "from solana.rpc.api import Client",
    ...[...used].sort(),
    "",
    `client = Client(${pythonText(ledgerAddress(call))})`,
    `print(client.${name}(${args.join(", ")}).to_json())`,
  ].join("\n");
}

const style = (used: Set<string>): LiteralStyle => ({
  text: (value, { schema: { format } }) => {
    const type = format === "address" ? "Pubkey" : format === "signature" ? "Signature" : undefined;
    if (type === undefined) return pythonText(value);
    used.add(`from solders.${type.toLowerCase()} import ${type}`);
    return `${type}.from_string(${pythonText(value)})`;
  },
  integer: (value) => String(value),
});

function pythonLiteral(
  { contract }: SnippetCall,
  schema: Parameters<typeof codeLiteral>[1],
  value: JsonValue,
  used: Set<string>,
): string {
  if (value === true) return "True";
  if (value === false) return "False";
  return codeLiteral(contract, schema, value, style(used));
}

/** A value of the config object, in the types that the functions take; undefined if there is none. */
function fieldLiteral(
  call: SnippetCall,
  name: string,
  schema: Parameters<typeof codeLiteral>[1],
  value: JsonValue,
  used: Set<string>,
): string | undefined {
  if (name === "filters") return filtersLiteral(value, used);
  if (name === "data_slice" && isObject(value)) {
    used.add("from solana.rpc.types import DataSliceOpts");
    return `DataSliceOpts(offset=${value.offset}, length=${value.length})`;
  }
  return pythonLiteral(call, schema, value, used);
}

function filtersLiteral(value: JsonValue, used: Set<string>): string | undefined {
  const parts = (Array.isArray(value) ? value : []).map((filter) => {
    if (!isObject(filter)) return undefined;
    if (filter.dataSize !== undefined) return String(filter.dataSize);
    if (!isObject(filter.memcmp)) return undefined;
    const { offset, bytes, encoding = "base58" } = filter.memcmp;
    if (typeof bytes !== "string" || encoding !== "base58") return undefined;
    used.add("from solana.rpc.types import MemcmpOpts");
    return `MemcmpOpts(offset=${offset}, bytes=${pythonText(bytes)})`;
  });
  return parts.includes(undefined) ? undefined : `[${parts.join(", ")}]`;
}

/** `getAccountInfo` → `get_account_info`. */
function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}

/** A text of Python; single quotes keep the JSON in it readable. */
export function pythonText(text: string): string {
  const isJson = text.includes('"');
  const safe = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return isJson ? `'${safe.replaceAll("'", "\\'")}'` : `"${safe}"`;
}
