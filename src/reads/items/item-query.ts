import { callCommitment, readConfigText } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../../contract/method-description.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { canonical } from "../../json/canonical.ts";
import { cutArray, cutObject } from "../../json/cut-text.ts";
import { writeMembers } from "../../json/join.ts";
import { JsonError } from "../../json/scan/json-error.ts";
import { parseWholeNumber } from "../../json/whole-number.ts";
import { detachText } from "../../text/detached-text.ts";
import { cutItemParams } from "./cut-item-params.ts";

interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** The config of a merged call. */
interface MergedConfig {
  /** Method and config, the key of an item store: items read with different configs are kept apart. */
  readonly key: string;
  /** Members of the config without the commitment, in canonical form. */
  readonly configMembers: string;
}

/** How items are fetched, and what is derived from them. */
interface ItemFetch {
  readonly mergedConfig: MergedConfig;
  /** Encoding and slice to derive from whole items; undefined to return them unchanged. */
  readonly derived?: { readonly encoding: string; readonly slice: DataSlice | undefined } | undefined;
  /** Config that asks for no more than the caller does; undefined if such a read can't be merged. */
  readonly narrowConfig?: MergedConfig | undefined;
}

/** The parsed config of a read. */
interface QueryConfig extends ItemFetch {
  readonly commitment: Commitment;
  /** Lowest slot that the caller accepts; 0 if not given. */
  readonly minContextSlot: number;
}

/** The items that a call asks for, with its parsed config. */
export interface ItemQuery extends QueryConfig {
  readonly rule: MergeRule;
  /** JSON texts of addresses or signatures. */
  readonly items: readonly string[];
}

/** The encoding that slices and other encodings are derived from. */
const bytesEncoding = "base64";
/** Longer parameters are not parsed; 256 signatures, the most that nodes accept, are shorter. */
const maxParamsLength = 24_000;
/** An address or a signature in base58. Any other text would fail a merged call for all its reads. */
const itemPattern = /^"[1-9A-HJ-NP-Za-km-z]{32,88}"$/;
/** Most parsed configs kept per rule; nearly all calls use one of a few. */
const maxConfigs = 500;
const maxConfigLength = 200;

/** True if a JSON text may be an item of a merged call: an address or a signature. */
export function isAddressOrSignature(text: string): boolean {
  return itemPattern.test(text);
}

const newConfigs = () => new Map<string, QueryConfig | undefined>();

/** Parses the items and configs that calls ask for. Parsed configs are cached. */
export class ItemQueryParser {
  readonly #configs = new Map<MergeRule, Map<string, QueryConfig | undefined>>();

  /** Returns undefined if the method reads no items, or if the parameters are undocumented. */
  parse({ method, params }: UpstreamCall): ItemQuery | undefined {
    const rule = method?.merge;
    if (method === undefined || rule === undefined || params.length > maxParamsLength) return undefined;
    const simple = cutItemParams(params, rule.asks === "list");
    const cached = simple && this.#configs.get(rule)?.get(simple.config);
    if (simple !== undefined && cached !== undefined && canBeMerged(simple.items, rule))
      return { rule, items: simple.items, ...cached };
    try {
      const [first = "", text = "{}", ...others] = cutArray(params);
      const items = rule.asks === "item" ? [first] : first.startsWith("[") ? cutArray(first) : [];
      if (others.length > 0 || !text.startsWith("{") || !canBeMerged(items, rule)) return undefined;
      const config = this.#configOf(method, rule, text, params);
      return config && { rule, items, ...config };
    } catch (caught) {
      // Invalid parameters are left to the upstream.
      if (caught instanceof JsonError) return undefined;
      throw caught;
    }
  }

  #configOf(
    method: MethodDescription,
    rule: MergeRule,
    text: string,
    params: string,
  ): QueryConfig | undefined {
    const configs = getOrAdd(this.#configs, rule, newConfigs);
    if (configs.has(text)) return configs.get(text);
    const config = readConfig(method, rule, params);
    if (text.length > maxConfigLength) return config;
    if (configs.size >= maxConfigs) configs.clear();
    configs.set(detachText(text), config);
    return config;
  }
}

function canBeMerged(items: readonly string[], { max }: MergeRule): boolean {
  return items.length > 0 && items.length <= max && items.every(isAddressOrSignature);
}

function readConfig(method: MethodDescription, rule: MergeRule, params: string): QueryConfig | undefined {
  const members = new Map(cutObject(readConfigText(params, method) ?? "{}"));
  for (const [key, raw] of members) if (raw === "null") members.delete(key);
  const minContextSlot = take(members, "minContextSlot") ?? "0";
  for (const key of members.keys()) if (!rule.fields.includes(key)) return undefined;
  const isAtHead = method.commitment === undefined || method.commitment.default === "node";
  const commitment = isAtHead ? "processed" : callCommitment(method, params);
  if (commitment === undefined || parseWholeNumber(minContextSlot) === undefined) return undefined;
  if (!isAtHead) members.delete(method.commitment?.field ?? "");
  const itemFetch: ItemFetch | undefined =
    rule.encodings === undefined
      ? { mergedConfig: writeMergedConfig(rule, members) }
      : readAccountFetch(rule, members);
  if (itemFetch === undefined) return undefined;
  const { mergedConfig, derived, narrowConfig } = itemFetch;
  return { commitment, mergedConfig, derived, narrowConfig, minContextSlot: Number(minContextSlot) };
}

function readAccountFetch(rule: MergeRule, members: ReadonlyMap<string, string>): ItemFetch | undefined {
  const encoding = members.get("encoding")?.slice(1, -1) ?? rule.encoding ?? "";
  const mergedEncoding = rule.encodings?.[encoding];
  if (mergedEncoding === undefined) return undefined;
  const sliceText = members.get("dataSlice");
  const slice = sliceText === undefined ? undefined : readSlice(sliceText);
  if (sliceText !== undefined && slice === undefined) return undefined;
  const writeWithSlice = (dataSlice: DataSlice | undefined) =>
    writeMergedConfig(rule, [
      ["encoding", `"${mergedEncoding}"`],
      ...(dataSlice === undefined ? [] : [["dataSlice", JSON.stringify(dataSlice)] as const]),
    ]);
  const whole = writeWithSlice(undefined);
  if (rule.member !== undefined)
    return {
      mergedConfig: whole,
      derived: { encoding, slice },
      narrowConfig: writeWithSlice({ offset: 0, length: 0 }),
    };
  if (mergedEncoding === encoding && slice === undefined) return { mergedConfig: whole };
  const sliced = slice && writeWithSlice(slice);
  // Only base64 can be sliced by the gateway; slices of other encodings come from the upstream.
  if (mergedEncoding !== bytesEncoding) return sliced && { mergedConfig: sliced };
  return { mergedConfig: whole, derived: { encoding, slice }, narrowConfig: sliced };
}

/** The merged config of calls that have none. */
export function emptyConfig(rule: MergeRule): MergedConfig {
  return writeMergedConfig(rule, []);
}

function writeMergedConfig(
  { into }: MergeRule,
  members: Iterable<readonly [key: string, raw: string]>,
): MergedConfig {
  const object = canonical(writeMembers(members));
  return { key: detachText(`${into} ${object}`), configMembers: detachText(object.slice(1, -1)) };
}

function take(members: Map<string, string>, key: string): string | undefined {
  const raw = members.get(key);
  members.delete(key);
  return raw;
}

function readSlice(raw: string): DataSlice | undefined {
  if (!raw.startsWith("{")) return undefined;
  const { offset, length, ...others } = Object.fromEntries(cutObject(raw));
  const isSlice =
    Object.keys(others).length === 0 &&
    parseWholeNumber(offset ?? "") !== undefined &&
    parseWholeNumber(length ?? "") !== undefined;
  return isSlice ? { offset: Number(offset), length: Number(length) } : undefined;
}
