import type { Param } from "../../../codegen/contract.ts";
import { readJson } from "../../../codegen/json-value.ts";
import type { CallValues } from "../call/call-values.ts";
import { type LedgerItem, type LedgerPart, ledgerItems } from "../call/ledger-form.ts";
import { codeLiteral, type LiteralStyle, objectLiteral } from "./code-literal.ts";
import libraries from "./library-calls.json" with { type: "json" };
import { ledgerAddress, type SnippetCall } from "./snippet.ts";

/** Functions that make its branded strings, by format. */
const wrappers: Readonly<Record<string, string>> = {
  address: "address",
  signature: "signature",
  hash: "blockhash",
};

/** Numbers that it types as bigint: those of these schemas, and those under these keys. */
const bigSchemas = new Set(["Slot", "Epoch", "AccountDataSize"]);
const bigPaths = new Set(["dataSize", "memcmp.offset"]);
const bigParams = new Set(["maxRetries", "delinquentSlotDistance"]);

/** The call with @solana/kit; undefined where its API lists no such method, or it asks all networks at once. */
export function writeKit(call: SnippetCall): string | undefined {
  const { method, network } = call;
  const stem = method.name.replace(/Subscribe$/, "");
  const isSubscription = method.kind === "subscribe";
  const isListed = isSubscription
    ? libraries.kit.subscriptions.includes(stem)
    : libraries.kit.methods.includes(method.name);
  if (!isListed || network === "all") return undefined;
  const used = new Set<string>();
  const items = ledgerItems(method, withEncoding(call)).map((item) => itemLiteral(call, item, used));
  const address = ledgerAddress(call);
  const names = [...used].sort();
  if (isSubscription) {
    const create = libraries.kit.stableSubscriptions.includes(stem)
      ? "createSolanaRpcSubscriptions"
      : "createSolanaRpcSubscriptions_UNSTABLE";
    return [
      `import { ${[create, ...names].join(", ")} } from "@solana/kit";`,
      "",
      `const subscriptions = ${create}(${JSON.stringify(address.replace(/^http/, "ws"))});`,
      "const stop = new AbortController();",
      `const notifications = await subscriptions.${stem}Notifications(${items.join(", ")})`,
      "  .subscribe({ abortSignal: stop.signal });",
      "for await (const notification of notifications) console.log(notification);",
    ].join("\n");
  }
  return [
    `import { ${["createSolanaRpc", ...names].join(", ")} } from "@solana/kit";`,
    "",
    `const rpc = createSolanaRpc(${JSON.stringify(address)});`,
    `const result = await rpc.${method.name}(${items.join(", ")}).send();`,
  ].join("\n");
}

/** Kit always says how a transaction is written; the gateway reads it from the text. */
function withEncoding({ method, values }: SnippetCall): CallValues {
  const param = method.params.find(({ name, defaultFrom }) => defaultFrom !== undefined && !values.has(name));
  const text = values.get(param?.defaultFrom ?? "");
  if (param === undefined || text === undefined) return values;
  const isBase58 = /^"[1-9A-HJ-NP-Za-km-z]*"$/.test(text);
  return new Map([...values, [param.name, isBase58 ? '"base58"' : '"base64"']]);
}

/** Kit has branded strings for addresses and the like, and bigint for most of the ledger's 64-bit numbers. */
function kitStyle(param: Param, isBase58: boolean, used: Set<string>): LiteralStyle {
  return {
    text(value, { schema: { format }, name, path }) {
      const text = JSON.stringify(value);
      // Bytes to compare with are any base-58 text, an address or not.
      const brand = path.endsWith("memcmp.bytes") ? bytesBrand(isBase58) : brands[name ?? ""]?.(isBase58);
      if (brand !== undefined) {
        used.add(`type ${brand}`);
        return `${text} as ${brand}`;
      }
      const wrapper = typeof format === "string" ? wrappers[format] : undefined;
      if (wrapper === undefined) return undefined;
      used.add(wrapper);
      return `${wrapper}(${text})`;
    },
    integer(value, { name, path }) {
      if (name === "Lamports") {
        used.add("lamports");
        return `lamports(${value}n)`;
      }
      const isBig = bigSchemas.has(name ?? "") || bigPaths.has(path) || bigParams.has(param.name);
      return isBig ? `${value}n` : undefined;
    },
  };
}

const bytesBrand = (isBase58: boolean): string => (isBase58 ? "Base58EncodedBytes" : "Base64EncodedBytes");

/** Brands that only a type assertion gives. */
const brands: Readonly<Record<string, (isBase58: boolean) => string>> = {
  WireTransaction: (isBase58) => (isBase58 ? "Base58EncodedBytes" : "Base64EncodedWireTransaction"),
  Base64: () => "TransactionMessageBytesBase64",
};

function itemLiteral({ contract }: SnippetCall, item: LedgerItem, used: Set<string>): string {
  const literal = ({ param, value }: LedgerPart): string => {
    const isBase58 = !value.includes('"encoding":"base64"') && !/[0OIl+/=]/.test(value);
    return codeLiteral(contract, param.schema, readJson(value), kitStyle(param, isBase58, used));
  };
  if (item.kind === "absent") return "undefined";
  if (item.kind === "value") return literal(item.part);
  return objectLiteral(item.parts.map((part) => [part.key ?? "", literal(part)]));
}
