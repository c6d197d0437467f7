import { methods } from "../../generated/methods.ts";
import { code } from "./markdown.ts";

/** The methods whose bare result the gateway dialect wraps. */
export function wrappedMethodsList(): string {
  const wrapped = Object.values(methods).filter((method) => method.isWrapped);
  return wrapped.map(({ name }) => `- ${code(name)}`).join("\n");
}
