import { cutArray, cutObject, unquote } from "../json/cut-text.ts";
import { JsonError } from "../json/scan/json-error.ts";
import {
  InvalidTransactionError,
  readTransaction,
  transactionBytes,
  type WireTransaction,
} from "./read-transaction.ts";

/** Most parameters, members of the config object, and transactions of a bundle; a call with more is not read. */
const maxParams = 8;
const maxMembers = 100;
const maxBundle = 100;

/** A transaction that a call sends. */
export interface SentTransaction {
  readonly transaction: WireTransaction;
  /** The transaction's bytes in base-64. */
  readonly wire: string;
}

/** The parameters of a call that sends transactions, as JSON texts. */
interface SentTexts {
  readonly transactions: readonly string[];
  readonly isBundle: boolean;
  readonly config: ReadonlyMap<string, string>;
  /** Parameters after the config object. */
  readonly others: readonly string[];
}

/** Reads the transaction in the parameters of a call; undefined for a bundle or anything that can't be read. */
export function sentTransaction(params: string): SentTransaction | undefined {
  const texts = sentTexts(params);
  const [text] = texts?.transactions ?? [];
  if (texts === undefined || texts.isBundle || text === undefined) return undefined;
  return readSent(text, texts.config);
}

/** Cuts the parameters of a call that sends transactions; undefined if they have another form. */
export function sentTexts(params: string): SentTexts | undefined {
  return unlessInvalid(() => {
    const [sent = "", config, ...others] = cutArray(params, maxParams);
    const isBundle = sent.startsWith("[");
    if (config !== undefined && !config.startsWith("{")) return undefined;
    return {
      transactions: isBundle ? cutArray(sent, maxBundle) : [sent],
      isBundle,
      config: new Map(config === undefined ? [] : cutObject(config, maxMembers)),
      others,
    };
  });
}

/** Reads the JSON text of a transaction, in the encoding that the config object names; undefined if it is not one. */
export function readSent(text: string, config: SentTexts["config"]): SentTransaction | undefined {
  return unlessInvalid(() => {
    const bytes = sentBytes(text, config);
    return bytes && { transaction: readTransaction(bytes), wire: bytes.toString("base64") };
  });
}

/** Decodes the JSON text of a transaction, in the encoding that the config object names; undefined if that fails. */
export function sentBytes(text: string, config: SentTexts["config"]): Buffer | undefined {
  // Nodes default to base-58.
  const encoding = config.get("encoding") ?? '"base58"';
  if (!text.startsWith('"') || (encoding !== '"base64"' && encoding !== '"base58"')) return undefined;
  return unlessInvalid(() => transactionBytes(unquote(text), encoding === '"base64"' ? "base64" : "base58"));
}

function unlessInvalid<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (caught) {
    if (caught instanceof JsonError || caught instanceof InvalidTransactionError) return undefined;
    throw caught;
  }
}
