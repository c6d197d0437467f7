import { encodeBase58 } from "../contract/base58.ts";
import { RawJson } from "../json/raw-json.ts";
import { replaceMember } from "../json/replace-member.ts";
import { dataOf, memberOf } from "./account-text.ts";
import type { AskedItems } from "./asked-items.ts";
import type { Known } from "./items.ts";
import type { TokenAmounts } from "./token-amounts.ts";

/** The ledger refuses to encode more data than this in base 58. */
const maxBase58Bytes = 128;

/**
 * The answer to a read in its own shape, byte for byte as an upstream would write it, from what its items were; undefined if only an
 * upstream can give it.
 */
export function answerOf(
  asked: AskedItems,
  { context, texts }: Pick<Known, "context" | "texts">,
  tokens: TokenAmounts,
): RawJson | undefined {
  let values = "";
  for (const text of texts) {
    const value = shapeOf(asked, text, tokens);
    if (value === undefined) return undefined;
    values += values === "" ? value : `,${value}`;
  }
  const value = asked.rule.asks === "list" ? `[${values}]` : values;
  return RawJson.fromByteText(`{"context":${context},"value":${value}}`);
}

function shapeOf({ rule, derived }: AskedItems, text: string, tokens: TokenAmounts): string | undefined {
  if (rule.token !== undefined) return tokens.amountOf(text, rule.token);
  if (text === "null") return rule.member === undefined ? text : rule.missing;
  if (rule.member !== undefined) return memberOf(text, rule.member);
  return derived === undefined ? text : inEncoding(text, derived);
}

function inEncoding(
  text: string,
  { encoding, slice }: NonNullable<AskedItems["derived"]>,
): string | undefined {
  const all = dataOf(text);
  if (all === undefined) return undefined;
  const bytes = slice === undefined ? all : all.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === "base58" && bytes.length > maxBase58Bytes) return undefined;
  const data = encoding === "base58" ? encodeBase58(bytes) : bytes.toString("base64");
  return replaceMember(text, "data", `["${data}","${encoding}"]`);
}
