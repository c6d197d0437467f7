import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import { canonical } from "../../json/canonical.ts";
import { cutArray, cutObject } from "../../json/cut.ts";
import { cutItemParams } from "../../json/cut-item-params.ts";
import { JsonError } from "../../json/json-error.ts";
import { ownText } from "../../text/own-text.ts";

/** What a call asks for, in the terms of the merged call. */
export interface MergeableRead {
  readonly rule: MergeRule;
  /** JSON texts of what it asks for. */
  readonly items: readonly string[];
  /** Members of its config but for `minContextSlot`, in canonical form and order, without the braces. */
  readonly config: string;
  readonly minContextSlot: number | undefined;
}

/** Longer parameters are not parsed. */
const maxLength = 4096;
/** An address or a signature in base58. Any other text would make the merged call fail for all. */
const item = /^"[1-9A-HJ-NP-Za-km-z]{32,88}"$/;

/** Most parsed configs that are cached by their text: nearly all calls have one of a few. */
const maxConfigs = 500;
const maxConfigLength = 200;

type Config = Pick<MergeableRead, "config" | "minContextSlot">;

/** Whether a JSON text is one that a merged call may ask for. */
export function isItem(text: string): boolean {
  return item.test(text);
}

/** Parses what calls ask for. The steps of a call's path share one, so that each call is parsed once. */
export class MergeableReads {
  readonly #configs = new Map<MergeRule, Map<string, Config | undefined>>();
  #lastRule: MergeRule | undefined;
  #lastParams = "";
  #last: MergeableRead | undefined;

  /** What a call asks for if it can be merged; undefined if it must be sent alone. */
  of({ method, params }: UpstreamCall): MergeableRead | undefined {
    const rule = method?.merge;
    if (rule === undefined || params === "" || params.length > maxLength) return undefined;
    if (rule !== this.#lastRule || params !== this.#lastParams) {
      this.#last = this.#readUsual(rule, params) ?? this.#readOrNone(rule, params);
      this.#lastRule = rule;
      this.#lastParams = params;
    }
    return this.#last;
  }

  /** Reads parameters whose config is known by its text, as nearly all are; returns undefined for others. */
  #readUsual(rule: MergeRule, params: string): MergeableRead | undefined {
    const cut = cutItemParams(params, rule.asks === "list");
    const known = cut && this.#configs.get(rule)?.get(cut.config);
    if (
      cut === undefined ||
      known === undefined ||
      cut.items.length > (rule.longest ?? 1) ||
      !cut.items.every(isItem)
    )
      return undefined;
    return { rule, items: cut.items, config: known.config, minContextSlot: known.minContextSlot };
  }

  #readOrNone(rule: MergeRule, params: string): MergeableRead | undefined {
    try {
      return this.#read(rule, params);
    } catch (caught) {
      // Parameters that don't fit the document are left to the upstream to judge.
      if (caught instanceof JsonError) return undefined;
      throw caught;
    }
  }

  #read(rule: MergeRule, params: string): MergeableRead | undefined {
    const [asked = "", text = "{}", ...others] = cutArray(params);
    const items = rule.asks === "item" ? [asked] : asked.startsWith("[") ? cutArray(asked) : [];
    if (others.length > 0 || items.length === 0 || items.length > (rule.longest ?? 1)) return undefined;
    for (const each of items) if (!isItem(each)) return undefined;
    const config = this.#configOf(rule, text);
    return config && { rule, items, config: config.config, minContextSlot: config.minContextSlot };
  }

  #configOf(rule: MergeRule, text: string): Config | undefined {
    let known = this.#configs.get(rule);
    if (known === undefined) {
      known = new Map();
      this.#configs.set(rule, known);
    }
    if (known.has(text)) return known.get(text);
    const config = readConfig(rule, text);
    if (text.length > maxConfigLength) return config;
    if (known.size >= maxConfigs) known.clear();
    known.set(ownText(text), config);
    return config;
  }
}

function readConfig(rule: MergeRule, text: string): Config | undefined {
  if (!text.startsWith("{")) return undefined;
  const members = new Map(cutObject(text));
  const minContextSlot = members.get("minContextSlot");
  members.delete("minContextSlot");
  if (minContextSlot !== undefined && !/^\d{1,15}$/.test(minContextSlot)) return undefined;
  for (const [key, raw] of members) if (!rule.fields.includes(key) || raw === "null") return undefined;
  for (const [key, values] of Object.entries(rule.only ?? {}))
    if (!values.includes((members.get(key) ?? "").slice(1, -1))) return undefined;
  const form = canonical(`{${[...members].map(([key, raw]) => `"${key}":${raw}`).join(",")}}`);
  return {
    config: ownText(form.slice(1, -1)),
    minContextSlot: minContextSlot === undefined ? undefined : Number(minContextSlot),
  };
}

const commitmentKey = '"commitment":';

/**
 * Whether calls with a config have the commitment of a read whose answer follows from any config, and which names nothing else. The
 * commitment comes first in a config; further in, the text may be a member of something else.
 */
export function isAtCommitmentOf(own: string, config: string): boolean {
  if (own === "") return !config.startsWith(commitmentKey);
  return config.startsWith(own) && (config.length === own.length || config[own.length] === ",");
}
