import { callCommitment, configOf } from "../call/call-commitment.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { LiveRule } from "../contract/read-rules.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { cutItemParams } from "../json/cut-item-params.ts";
import { JsonError } from "../json/json-error.ts";
import { ownText } from "../text/own-text.ts";

/** What a read asks of accounts that may be followed. */
export interface LiveRead {
  readonly rule: LiveRule;
  /** Addresses as JSON texts. */
  readonly addresses: readonly string[];
  readonly commitment: Commitment;
  /** The encoding in which the accounts are kept. */
  readonly form: string;
  /** The encoding that the caller wants. */
  readonly encoding: string;
  readonly slice: DataSlice | undefined;
  /** Lowest slot that the answer may have; 0 if the caller names none. */
  readonly minContextSlot: number;
}

/** The piece of an account's data that a caller wants. */
export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

type Config = Omit<LiveRead, "rule" | "addresses">;

/** The encoding from which slices and other encodings can be derived. */
export const bytesForm = "base64";
/** Most parsed configs that are cached by their text: nearly all calls have one of a few. */
const maxConfigs = 500;
const maxConfigLength = 200;
/** Longer parameters are not parsed: a list of 100 addresses is shorter. */
const maxLength = 6000;
const address = /^"[1-9A-HJ-NP-Za-km-z]{32,44}"$/;
const number = /^\d{1,15}$/;

function isAddress(text: string): boolean {
  return address.test(text);
}

function liveRead(rule: LiveRule, addresses: readonly string[], config: Config): LiveRead {
  const { commitment, form, encoding, slice, minContextSlot } = config;
  return { rule, addresses, commitment, form, encoding, slice, minContextSlot };
}

/** Parses what calls ask for; undefined for calls that live accounts can't answer. */
export class LiveReads {
  readonly #configs = new Map<LiveRule, Map<string, Config | undefined>>();

  /** What a call asks for. */
  of({ method, params }: UpstreamCall): LiveRead | undefined {
    const rule = method?.live;
    if (method === undefined || rule === undefined || params.length > maxLength) return undefined;
    const usual = cutItemParams(params, rule.asks === "list");
    const known = usual && this.#configs.get(rule)?.get(usual.config);
    if (usual !== undefined && known !== undefined && usual.items.every(isAddress))
      return liveRead(rule, usual.items, known);
    try {
      const [asked = "", text = "{}", ...others] = cutArray(params);
      const addresses = rule.asks === "item" ? [asked] : asked.startsWith("[") ? cutArray(asked) : [];
      if (others.length > 0 || addresses.length === 0 || !addresses.every(isAddress)) return undefined;
      const config = this.#configOf(method, rule, text, params);
      return config && liveRead(rule, addresses, config);
    } catch (caught) {
      // Parameters that don't fit the document are left to the upstream to judge.
      if (caught instanceof JsonError) return undefined;
      throw caught;
    }
  }

  #configOf(method: MethodDescription, rule: LiveRule, text: string, params: string): Config | undefined {
    let known = this.#configs.get(rule);
    if (known === undefined) {
      known = new Map();
      this.#configs.set(rule, known);
    }
    if (known.has(text)) return known.get(text);
    const config = read(method, rule, params);
    if (text.length > maxConfigLength) return config;
    if (known.size >= maxConfigs) known.clear();
    known.set(ownText(text), config);
    return config;
  }
}

function read(method: MethodDescription, rule: LiveRule, params: string): Config | undefined {
  const commitment = callCommitment(method, params);
  // Notifications of what is finalized come late and say little: those reads have their answers about the head.
  if (commitment === undefined || commitment === "finalized") return undefined;
  const members = new Map(cutObject(configOf(params, method) ?? "{}"));
  members.delete(method.commitment?.field ?? "");
  const encoding = take(members, "encoding")?.slice(1, -1);
  const form = encoding === undefined ? rule.form : rule.encodings?.[encoding];
  const slice = take(members, "dataSlice");
  const minContextSlot = take(members, "minContextSlot");
  if (form === undefined || members.size > 0) return undefined;
  if (minContextSlot !== undefined && !number.test(minContextSlot)) return undefined;
  const piece = slice === undefined ? undefined : sliceOf(slice);
  // Only bytes can be sliced: of what is parsed, the upstream says what is left.
  if (slice !== undefined && (piece === undefined || form !== bytesForm || rule.cut !== undefined))
    return undefined;
  return {
    commitment,
    form,
    encoding: encoding ?? form,
    slice: piece,
    minContextSlot: Number(minContextSlot ?? 0),
  };
}

function take(members: Map<string, string>, key: string): string | undefined {
  const raw = members.get(key);
  members.delete(key);
  return raw === "null" ? undefined : raw;
}

function sliceOf(raw: string): DataSlice | undefined {
  if (!raw.startsWith("{")) return undefined;
  const { offset, length, ...others } = Object.fromEntries(cutObject(raw));
  const isSlice = Object.keys(others).length === 0 && number.test(offset ?? "") && number.test(length ?? "");
  return isSlice ? { offset: Number(offset), length: Number(length) } : undefined;
}
