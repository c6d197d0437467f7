import { cutArray, cutObject, unquote } from "../json/cut.ts";
import { JsonError } from "../json/scan/json-error.ts";
import {
  readTransaction,
  TransactionFault,
  transactionBytes,
  type WireTransaction,
} from "./read-transaction.ts";

/** Most parameters, and most members of the config object, of a call that sends. */
const maxParams = 8;
const maxMembers = 100;
/** Most transactions of a bundle that are read. */
const maxBundle = 100;

/** A transaction as a call sends it. */
export interface SentTransaction {
  readonly transaction: WireTransaction;
  /** Its bytes in base-64. */
  readonly wire: string;
}

/** What a call sends, as JSON text. */
interface SentTexts {
  readonly transactions: readonly string[];
  /** They are a bundle. */
  readonly isBundle: boolean;
  /** Members of the config object. */
  readonly config: ReadonlyMap<string, string>;
  /** Parameters after it. */
  readonly others: readonly string[];
}

/** The transaction in the parameters of a call; undefined if there is none: a node will say what is wrong. */
export function sentTransaction(params: string): SentTransaction | undefined {
  const texts = sentTexts(params);
  const [text] = texts?.transactions ?? [];
  if (texts === undefined || texts.isBundle || text === undefined) return undefined;
  return readSent(text, texts.config);
}

/** What the parameters of a call send; undefined if they have another form. */
export function sentTexts(params: string): SentTexts | undefined {
  return unlessFaulty(() => {
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

/** Reads one transaction of the parameters; undefined for other text. */
export function readSent(text: string, config: SentTexts["config"]): SentTransaction | undefined {
  return unlessFaulty(() => {
    const bytes = sentBytes(text, config);
    return bytes && { transaction: readTransaction(bytes), wire: bytes.toString("base64") };
  });
}

/** The bytes of one transaction of the parameters; undefined for other text. */
export function sentBytes(text: string, config: SentTexts["config"]): Buffer | undefined {
  // The default of nodes is base-58.
  const encoding = config.get("encoding") ?? '"base58"';
  if (!text.startsWith('"') || (encoding !== '"base64"' && encoding !== '"base58"')) return undefined;
  return unlessFaulty(() => transactionBytes(unquote(text), encoding === '"base64"' ? "base64" : "base58"));
}

function unlessFaulty<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (caught) {
    if (caught instanceof JsonError || caught instanceof TransactionFault) return undefined;
    throw caught;
  }
}
