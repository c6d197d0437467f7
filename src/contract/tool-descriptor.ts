import type { Category } from "./method-description.ts";

/** A tool of the tool protocol that calls one method. The transport adds the `network` argument. */
export interface ToolDescriptor {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the call does, for the user who must confirm it; set if it moves funds or changes networks. */
  readonly asks?: string;
  readonly inputSchema: ToolInputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** False for tools that only read or change the gateway's list of networks; the protocol's default is true. */
    readonly openWorldHint?: false;
  };
  readonly category: Category;
  /** Everyday words by which the search finds it. */
  readonly words?: string;
  /** Ids of the providers whose upstreams serve it; if absent, all upstreams do. */
  readonly providers?: readonly string[];
  /** Not listed, but callable by name: it is deprecated or the same as another tool. */
  readonly hidden?: true;
  /** Valid arguments as JSON text, for messages about invalid ones. */
  readonly example: string;
}

/**
 * JSON Schema of a tool's arguments, without references and custom formats. The gateway refuses other arguments, with a message that
 * suggests the nearest one.
 */
interface ToolInputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
