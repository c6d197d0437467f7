import { encodeBase58 } from "../contract/base58.ts";
import { RawJson } from "../json/raw-json.ts";
import { replaceMember } from "../json/replace-member.ts";
import { dataOf, memberOf } from "./account-text.ts";
import type { AskedItems } from "./asked-items.ts";
import type { TokenAmounts } from "./token-amounts.ts";

/** The ledger refuses to encode more data than this in base 58. */
const maxBase58Bytes = 128;

/**
 * The answer to a read in its own shape, byte for byte as an upstream would write it, from its items and the context of one that showed
 * them; undefined if only an upstream can give it. Texts have one character for each byte.
 */
export function answerOf(
  asked: AskedItems,
  context: string,
  items: readonly string[],
  tokens: TokenAmounts,
): RawJson | undefined {
  let values = "";
  for (const item of items) {
    const value = shapeOf(asked, item, tokens);
    if (value === undefined) return undefined;
    values += values === "" ? value : `,${value}`;
  }
  const value = asked.rule.asks === "list" ? `[${values}]` : values;
  return RawJson.fromByteText(`{"context":${context},"value":${value}}`);
}

function shapeOf({ rule, derived }: AskedItems, item: string, tokens: TokenAmounts): string | undefined {
  if (rule.token !== undefined) return tokens.amountOf(item, rule.token);
  if (item === "null") return rule.member === undefined ? item : rule.missing;
  if (rule.member !== undefined) return memberOf(item, rule.member);
  return derived === undefined ? item : inEncoding(item, derived);
}

function inEncoding(
  item: string,
  { encoding, slice }: NonNullable<AskedItems["derived"]>,
): string | undefined {
  const all = dataOf(item);
  if (all === undefined) return undefined;
  const bytes = slice === undefined ? all : all.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === "base58" && bytes.length > maxBase58Bytes) return undefined;
  const text = encoding === "base58" ? encodeBase58(bytes) : bytes.toString("base64");
  return replaceMember(item, "data", `["${text}","${encoding}"]`);
}
