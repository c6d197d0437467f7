import { cutArray, cutObject, unquote } from "../json/cut.ts";
import { JsonError } from "../json/scan/json-error.ts";
import {
  readTransaction,
  TransactionFault,
  transactionBytes,
  type WireTransaction,
} from "./read-transaction.ts";

/** A transaction as a call sends it. */
export interface SentTransaction {
  readonly transaction: WireTransaction;
  /** Its bytes in base-64. */
  readonly wire: string;
}

/** The transaction in the parameters of a call; undefined where a node will say what is wrong with them. */
export function sentTransaction(params: string): SentTransaction | undefined {
  try {
    const [text, config] = cutArray(params, 8);
    if (text === undefined || !text.startsWith('"')) return undefined;
    const encoding = config?.startsWith("{")
      ? cutObject(config).findLast(([key]) => key === "encoding")?.[1]
      : undefined;
    // A node takes base-58 where nothing is said.
    if (encoding !== undefined && encoding !== '"base64"' && encoding !== '"base58"') return undefined;
    const bytes = transactionBytes(unquote(text), encoding === '"base64"' ? "base64" : "base58");
    return { transaction: readTransaction(bytes), wire: bytes.toString("base64") };
  } catch (caught) {
    if (caught instanceof JsonError || caught instanceof TransactionFault) return undefined;
    throw caught;
  }
}
