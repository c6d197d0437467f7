import type { ToolDescriptor } from "../../../contract/tool-descriptor.ts";
import type { ToolArguments } from "./tool-arguments.ts";

/** A tool to call and the arguments for it. */
export interface Target {
  readonly tool: ToolDescriptor;
  readonly given: ToolArguments;
  /** Arguments of the tool as the client has to write them: callMethod takes them inside its own. */
  readonly write: (right: string) => string;
}
