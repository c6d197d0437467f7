import type { Category } from "./method-description.ts";

/** A tool of the tool protocol: one ledger or network method. The transport adds the `network` argument. */
export interface ToolDescriptor {
  /** The method's name. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the call does, for the person who is asked first; only tools that move funds or change networks have it. */
  readonly asks?: string;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** False for the gateway's own list of networks; every other tool talks to ledgers, as the protocol assumes. */
    readonly openWorldHint?: false;
  };
  readonly category: Category;
  /** Plain words that people use for it, for the search. */
  readonly words?: string;
  /** Providers whose upstreams serve it, by id; every upstream does where this is absent. */
  readonly providers?: readonly string[];
  /** It is deprecated or does what another tool does: not listed, yet called by its name. */
  readonly hidden?: true;
  /** Right arguments, as JSON text with exact digits: for messages about wrong ones. */
  readonly example: string;
}

/**
 * Plain JSON Schema of a tool's arguments, without references or formats of our own. Arguments that it does not name
 * are left to the gateway, whose message names the nearest one that exists.
 */
export interface ToolInputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
