import type { RawJson } from "../json/raw-json.ts";
import type { HeadQuestion } from "./head-truth.ts";

/** What one answer said about its items. */
export interface Batch {
  readonly question: HeadQuestion;
  readonly slot: number;
  readonly context: RawJson;
}

/** What is known of an item until the head moves; the text has one character for each byte. */
export interface KeptItem {
  readonly text: string;
  readonly batch: Batch;
}
