import type { Param } from "../../../codegen/contract/contract.ts";
import { readJson } from "../../../codegen/contract/json-value.ts";
import type { CallValues } from "../call/call-values.ts";
import { assumedText, withGatewayDefaults } from "../call/gateway-defaults.ts";
import { type LedgerItem, type LedgerPart, ledgerItems } from "../call/ledger-form.ts";
import { codeLiteral, type LiteralStyle, objectLiteral } from "./code-literal.ts";
import libraries from "./library-calls.json" with { type: "json" };
import { isKnownToLibraries, withBytesEncoding } from "./library-filters.ts";
import { isForNodes, ledgerAddress, type SnippetCall } from "./snippet.ts";

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

const version = "maxSupportedTransactionVersion";

/** The call with @solana/kit; undefined if it can't be written with it, or asks all networks at once. */
export function writeKit(call: SnippetCall): string | undefined {
  const { method } = call;
  const stem = method.name.replace(/Subscribe$/, "");
  const isSubscription = method.kind === "subscribe";
  const isListed = isSubscription
    ? libraries.kit.subscriptions.includes(stem)
    : libraries.kit.methods.includes(method.name);
  if (!isListed || !isForNodes(call)) return undefined;
  const laidOut = ledgerItems(method, kitValues(call), true);
  const isTyped = (part: LedgerPart): boolean =>
    isKnownToLibraries(part, readJson(part.value)) &&
    (part.param.defaultFrom === undefined ||
      part.value !== '"base58"' ||
      libraries.kit.takesBase58.includes(method.name));
  if (!laidOut.flatMap(partsOf).every(isTyped)) return undefined;
  const used = new Set<string>();
  const items = laidOut.map((item, index) => itemLiteral(call, item, index, used));
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

/** What kit's types and its own defaults want said besides what is given, so that it sends the same. */
function kitValues({ method, values }: SnippetCall): CallValues {
  const all = new Map(withGatewayDefaults(method, values));
  const assume = (name: string, text: string | undefined): void => {
    if (text !== undefined && !all.has(name) && method.params.some((param) => param.name === name))
      all.set(name, text);
  };
  // It asks for "confirmed" by default, and leaves out "finalized", which is the default of the ledger.
  const isCommitmentNeeded =
    method.kind === "subscribe" || libraries.kit.addsCommitment.includes(method.name);
  if (isCommitmentNeeded && method.commitment !== undefined) assume(method.commitment.param, '"finalized"');
  // Its types want the form of transactions said; lists of signatures have none, nor versions that matter.
  const details = all.get("transactionDetails") ?? assumedText(method, "transactionDetails");
  if (details !== '"signatures"') {
    if (details !== undefined) assume("encoding", assumedText(method, "encoding"));
  } else if (!values.has(version)) all.delete(version);
  return all;
}

function partsOf(item: LedgerItem): readonly LedgerPart[] {
  if (item.kind === "absent") return [];
  return item.kind === "value" ? [item.part] : item.parts;
}

/** Kit has branded strings for addresses and the like, and bigint for most of the ledger's 64-bit numbers. */
function kitStyle(param: Param, used: Set<string>): LiteralStyle {
  return {
    text(value, { schema: { format }, name, path }) {
      const text = JSON.stringify(value);
      // Bytes to compare with are any base-58 text, an address or not.
      const brand = path.endsWith("memcmp.bytes")
        ? bytesBrand(format === "base58")
        : brands[name ?? ""]?.(!/[0OIl+/=]/.test(value));
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

function itemLiteral({ contract }: SnippetCall, item: LedgerItem, index: number, used: Set<string>): string {
  const literal = ({ param, value }: LedgerPart): string =>
    codeLiteral(contract, param.schema, withBytesEncoding(readJson(value)), kitStyle(param, used));
  // Its types want null if the first one is left out, and nothing if another is.
  if (item.kind === "absent") return index === 0 ? "null" : "undefined";
  if (item.kind === "value") return literal(item.part);
  return objectLiteral(item.parts.map((part) => [part.key ?? "", literal(part)]));
}
