import type { ContextList } from "../json/cut-context-list.ts";
import type { HeadQuestion } from "./head-truth.ts";

/** What one answer said about its items, known until the head moves. */
export interface Batch {
  readonly question: HeadQuestion;
  readonly slot: number;
  readonly list: ContextList;
}
