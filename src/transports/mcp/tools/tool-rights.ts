import { methods } from "../../../../generated/methods.ts";
import type { MethodDescription } from "../../../contract/method-description.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";

const described: Readonly<Record<string, MethodDescription | undefined>> = methods;

/** Whether a caller may call a tool: others are not listed for it, found or described. */
export function mayCallTool({ known }: Caller, name: string): boolean {
  return known?.rights.lackingFor(name, described[name]) === undefined;
}

/** Throws `forbidden` for a tool that a caller may not call. */
export function assertMayCallTool({ known }: Caller, name: string): void {
  known?.rights.assertMethod(name, described[name]);
}
