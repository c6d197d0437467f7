import type { Method } from "../../codegen/contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../../codegen/contract/json-value.ts";
import { assumedText, withGatewayDefaults } from "../../docs/playground/call/gateway-defaults.ts";
import { ledgerParams } from "../../docs/playground/call/ledger-form.ts";
import { withBytesEncoding } from "../../docs/playground/snippets/library-filters.ts";
import type { SnippetCall } from "../../docs/playground/snippets/snippet.ts";
import { contract, examples, method, snippetCall } from "./harness.ts";

const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const signature = "4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR";

/** Calls whose forms libraries differ over, beside the document's examples. */
const further: readonly (readonly [name: string, values: Readonly<Record<string, JsonValue>>])[] = [
  ["getProgramAccounts", { programId: program }],
  ["getProgramAccounts", { programId: program, filters: [{ dataSize: 80 }] }],
  ["getProgramAccounts", { programId: program, filters: [{ memcmp: { offset: 32, bytes: program } }] }],
  [
    "getProgramAccounts",
    {
      programId: program,
      encoding: "jsonParsed",
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: "AQ==", encoding: "base64" } }],
    },
  ],
  [
    "getProgramAccounts",
    { programId: program, withContext: true, filters: [{ memcmp: { offset: 4, bytes: [1, 2] } }] },
  ],
  ["getProgramAccounts", { programId: program, filters: ["tokenAccountState"] }],
  ["getBlock", { slot: 31 }],
  ["getBlock", { slot: 31, maxSupportedTransactionVersion: 0, encoding: "jsonParsed", rewards: false }],
  ["getBlock", { slot: 31, maxSupportedTransactionVersion: 0, transactionDetails: "none" }],
  ["getBlock", { slot: 31, encoding: "base64", commitment: "confirmed" }],
  ["getTransaction", { signature }],
  ["getTransaction", { signature, encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }],
  ["getBlocks", { start_slot: 5, commitment: "confirmed" }],
  ["getAccountInfo", { pubkey: program, encoding: "base64+zstd" }],
  ["getTokenAccountsByOwner", { ownerAddress: program, programId: program, encoding: "jsonParsed" }],
  ["getTokenAccountsByOwner", { ownerAddress: program }],
  ["getSignaturesForAddress", { address: program, limit: 3, commitment: "confirmed" }],
];

/** Every call that snippets are tried with. */
export const snippetCalls: readonly { readonly title: string; readonly call: SnippetCall }[] = [
  ...examples.map(({ method: of, example }) => ({
    title: `${of.name}: ${example.name}`,
    call: snippetCall(of, example),
  })),
  ...further.map(([name, given]) => ({
    title: `${name} ${JSON.stringify(given)}`,
    call: {
      contract,
      method: method(name),
      values: new Map(Object.entries(given).map(([key, value]) => [key, JSON.stringify(value)])),
      gateway: "http://127.0.0.1:3000",
      network: "localnet",
    },
  })),
];

/** What a node is asked for by a call of the form, with what the gateway adds to it. */
export function askedByForm({ method: of, values }: SnippetCall): unknown {
  return asked(of, JSON.parse(ledgerParams(of, withGatewayDefaults(of, values)) || "[]"));
}

/** What a node assumes of fields that the document has no default for, since it chooses no type. */
const assumed: Readonly<Record<string, string>> = { searchTransactionHistory: "false" };

/**
 * What a node is asked for by parameters: positions, and the fields that change something. A field that says what holds
 * without it changes nothing, nor does one that no parameter of the method stands for.
 */
export function asked(of: Method, params: readonly JsonValue[]): unknown {
  const known = of.params.flatMap(({ place }) => (place.at === "config" ? [place.field] : []));
  const isConfig = (value: JsonValue, index: number): boolean =>
    isObject(value) && of.params.every(({ place }) => place.at !== "filter" || place.index !== index);
  const config: JsonObject = Object.assign({}, ...params.filter(isConfig));
  const fields = Object.entries(config)
    .filter(([key, value]) => value !== null && known.includes(key))
    .filter(([key, value]) => JSON.stringify(value) !== (assumed[key] ?? assumedText(of, key)))
    .map(([key, value]) => [key, withBytesEncoding(value)]);
  const positions = params.filter((value, index) => !isConfig(value, index) && value !== null);
  return { positions, fields: Object.fromEntries(fields) };
}

/** Texts that one language or another could take for something else. */
export const awkwardTexts: readonly string[] = [
  ...[
    "it's",
    "a b",
    "$(x)",
    "`y`",
    '"',
    "\\",
    "",
    "plain",
    "new\nline",
    '"#',
    '"##"',
    '{"a":"\\n"}',
    "é 😀",
    "%s {}",
  ],
];
