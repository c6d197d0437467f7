import type { Category } from "./method-description.ts";

/** A tool of the tool protocol: one ledger or network method. The transport adds the `network` argument. */
export interface ToolDescriptor {
  /** The method's name. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the call does, for the person who must confirm it; only tools that move funds or change networks have it. */
  readonly asks?: string;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** False for tools of the gateway's own list of networks; all others talk to ledgers, which is what the protocol assumes. */
    readonly openWorldHint?: false;
  };
  readonly category: Category;
  /** Everyday words for it, for the search. */
  readonly words?: string;
  /** Providers whose upstreams serve it, by id; every upstream does if this is absent. */
  readonly providers?: readonly string[];
  /** Deprecated, or the same as another tool: not listed, but it can be called by name. */
  readonly hidden?: true;
  /** Valid arguments, as JSON text with exact digits, for messages about invalid ones. */
  readonly example: string;
}

/**
 * Plain JSON Schema of a tool's arguments, without references or custom formats. The gateway rejects arguments that it does
 * not name, with a message that suggests the nearest one that exists.
 */
export interface ToolInputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
