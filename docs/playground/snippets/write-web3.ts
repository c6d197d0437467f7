import { readJson } from "../../../codegen/contract/json-value.ts";
import { assumedText, withGatewayDefaults } from "../call/gateway-defaults.ts";
import { type LedgerItem, type LedgerPart, ledgerItems } from "../call/ledger-form.ts";
import { codeLiteral, type LiteralStyle, objectLiteral } from "./code-literal.ts";
import libraries from "./library-calls.json" with { type: "json" };
import { isKnownToLibraries } from "./library-filters.ts";
import { isForNodes, ledgerAddress, type SnippetCall } from "./snippet.ts";

/** A method of its Connection, with the names of its arguments. */
export interface ConnectionCall {
  readonly call: string;
  readonly args: readonly string[];
  /** Fields that it sends in every call, as JSON text. */
  readonly adds: Readonly<Record<string, string>>;
  /** Fields that the function never sends, even when they are given. */
  readonly drops: readonly string[];
}

const configArgument = /^(commitmentOrConfig|configOrCommitment|config|rawConfig|options|opts)$/;

const style: LiteralStyle = {
  text: (value, { schema: { format } }) =>
    format === "address" ? `new PublicKey(${JSON.stringify(value)})` : undefined,
};

/** The call with @solana/web3.js; undefined if it has none that sends the same, or for all networks. */
export function writeWeb3(given: SnippetCall): string | undefined {
  const call = { ...given, values: withGatewayDefaults(given.method, given.values) };
  const rows: Readonly<Record<string, readonly ConnectionCall[]>> = libraries.web3;
  const row = rows[call.method.name]?.find((each) => sendsTheSame(call, each));
  return row === undefined || !isForNodes(call) ? undefined : writeConnectionCall(call, row);
}

/** Whether what the function adds and leaves out changes nothing of this call. */
function sendsTheSame({ method, values }: SnippetCall, { adds, drops }: ConnectionCall): boolean {
  return method.params.every((param) => {
    const value = values.get(param.name);
    if (value !== undefined && !isKnownToLibraries({ param, key: undefined, value }, readJson(value)))
      return false;
    if (param.place.at !== "config") return true;
    const { field } = param.place;
    const assumed = assumedText(method, field);
    const sent = adds[field] ?? (drops.includes(field) ? assumed : value);
    return (sent ?? assumed) === (value ?? assumed);
  });
}

/** The call with a given method of Connection; undefined when it has no argument for something that is given. */
export function writeConnectionCall(call: SnippetCall, row: ConnectionCall): string | undefined {
  const args = connectionArguments(call, row);
  if (args === undefined) return undefined;
  const expression = `connection.${row.call}(${args.join(", ")})`;
  const names = expression.includes("new PublicKey(") ? "Connection, PublicKey" : "Connection";
  return [
    `import { ${names} } from "@solana/web3.js";`,
    "",
    `const connection = new Connection(${JSON.stringify(ledgerAddress(call))});`,
    `const result = await ${expression};`,
  ].join("\n");
}

function connectionArguments(call: SnippetCall, row: ConnectionCall): string[] | undefined {
  const { args: names } = row;
  const items = ledgerItems(call.method, call.values);
  const config = items.find((item) => item.kind === "object" && item.isConfig);
  // What it says itself, or does not know, is no field of its arguments.
  const isChosen = ({ key = "" }: LedgerPart): boolean => !(key in row.adds) && !row.drops.includes(key);
  const fields = new Map(
    config?.kind === "object" ? config.parts.filter(isChosen).map((part) => [part.key ?? "", part]) : [],
  );
  const positions = items.filter((item) => item !== config);
  const literal = ({ param, value }: LedgerPart): string =>
    // Addresses are objects as arguments, and text inside the config object.
    codeLiteral(call.contract, param.schema, readJson(value), param.place.at === "config" ? {} : style);
  const take = (name: string): string | undefined => {
    const field = fields.get(name);
    fields.delete(name);
    return field === undefined ? undefined : literal(field);
  };
  // Named fields first: an argument of its own takes its field out of the config object.
  const own = new Map(names.map((name) => [name, configArgument.test(name) ? undefined : take(name)]));
  const args = names.map((name) => {
    if (configArgument.test(name)) return configLiteral([...fields.values()], literal);
    return own.get(name) ?? itemLiteral(name === "commitment" ? undefined : positions.shift(), literal);
  });
  if (positions.length > 0) return undefined;
  while (args.length > 0 && args.at(-1) === undefined) args.pop();
  return args.map((text) => text ?? "undefined");
}

function configLiteral(
  parts: readonly LedgerPart[],
  literal: (part: LedgerPart) => string,
): string | undefined {
  return parts.length === 0
    ? undefined
    : objectLiteral(parts.map((part) => [part.key ?? "", literal(part)] as const));
}

function itemLiteral(
  item: LedgerItem | undefined,
  literal: (part: LedgerPart) => string,
): string | undefined {
  if (item === undefined || item.kind === "absent") return undefined;
  return item.kind === "value" ? literal(item.part) : configLiteral(item.parts, literal);
}
