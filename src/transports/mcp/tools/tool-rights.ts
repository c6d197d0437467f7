import { methods } from "../../../../generated/methods.ts";
import type { MethodDescription } from "../../../contract/method-description.ts";
import type { Caller } from "../../../gateway/gateway-call.ts";

const described: Readonly<Record<string, MethodDescription | undefined>> = methods;

/** Whether a caller may call a tool. Others are not listed, found or described for it. */
export function mayCallTool({ known }: Caller, name: string): boolean {
  return known?.rights.lackingFor(name, described[name]) === undefined;
}

/** Throws `forbidden` if a caller may not call a tool. */
export function assertMayCallTool({ known }: Caller, name: string): void {
  known?.rights.assertMethod(name, described[name]);
}
