import { readJson } from "../../../codegen/json-value.ts";
import { type LedgerItem, type LedgerPart, ledgerItems } from "../call/ledger-form.ts";
import { codeLiteral, type LiteralStyle, objectLiteral } from "./code-literal.ts";
import libraries from "./library-calls.json" with { type: "json" };
import { ledgerAddress, type SnippetCall } from "./snippet.ts";

/** A method of its Connection, with the names of its arguments. */
export interface ConnectionCall {
  readonly call: string;
  readonly args: readonly string[];
}

const configArgument = /^(commitmentOrConfig|configOrCommitment|config|rawConfig|options|opts)$/;

const style: LiteralStyle = {
  text: (value, { schema: { format } }) =>
    format === "address" ? `new PublicKey(${JSON.stringify(value)})` : undefined,
};

/** The call with @solana/web3.js; undefined where it has none that asks the ledger for this, or for all networks. */
export function writeWeb3(call: SnippetCall): string | undefined {
  const rows: Readonly<Record<string, ConnectionCall>> = libraries.web3;
  const row = rows[call.method.name];
  return row === undefined || call.network === "all" ? undefined : writeConnectionCall(call, row);
}

/** The call with a given method of Connection. */
export function writeConnectionCall(call: SnippetCall, row: ConnectionCall): string {
  const args = connectionArguments(call, row.args);
  const expression = `connection.${row.call}(${args.join(", ")})`;
  const names = expression.includes("new PublicKey(") ? "Connection, PublicKey" : "Connection";
  return [
    `import { ${names} } from "@solana/web3.js";`,
    "",
    `const connection = new Connection(${JSON.stringify(ledgerAddress(call))});`,
    `const result = await ${expression};`,
  ].join("\n");
}

function connectionArguments(call: SnippetCall, names: readonly string[]): string[] {
  const items = ledgerItems(call.method, call.values);
  const config = items.find((item) => item.kind === "object" && item.isConfig);
  // It decodes account data itself and sends base64 only, so it has no encoding to choose.
  const fields = new Map(
    config?.kind === "object"
      ? config.parts.filter(({ key }) => key !== "encoding").map((part) => [part.key ?? "", part])
      : [],
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
