import type { MethodDescription } from "../../contract/method-description.ts";
import { unknownMethodError } from "../../gateway/missing-method.ts";
import { findMethod } from "../../gateway/params/method-index.ts";
import { findRunningGateway } from "../gateway/running-gateway.ts";
import { callOn, chooseTarget } from "../gateway/target-gateway.ts";
import type { CommandContext } from "../options/arguments.ts";
import { argumentJson } from "../options/call-params.ts";
import { UsageError } from "../options/command-table.ts";
import { createSpinner, printJson } from "../terminal/terminal.ts";
import { errorFromCaught, errorFromRpcError, printError } from "./print-error.ts";

/** `call METHOD [ARGS...]`: makes one call on a running gateway or on the configured networks. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { words, flags } = context;
  const [method = "", ...rest] = words;
  const listed = findMethod(method);
  if (listed?.kind === "subscribe")
    throw new UsageError(
      `${method} is a subscription: svm-gateway subscribe ${method} prints its notifications`,
    );
  // A running gateway of another version may have further methods.
  if (listed === undefined && findRunningGateway(context) === undefined) {
    const error = unknownMethodError({ method, dialect: "gateway" });
    return printError(errorFromRpcError(error), method, context);
  }
  const params = paramsOf(listed, rest);
  const target = chooseTarget(context);
  const spinner = createSpinner(context.stderr, `${method} ...`);
  try {
    const result = await callOn(target, { method, params }, context);
    spinner.stop();
    printJson(context.stdout, result.toString(), flags.json, context);
    return 0;
  } catch (caught) {
    spinner.stop();
    return printError(errorFromCaught(caught), method, context);
  }
}

/** Parameters as a JSON array, or the single object argument as it is. */
function paramsOf(listed: MethodDescription | undefined, words: readonly string[]): string {
  const [only] = words;
  if (words.length === 1 && only?.startsWith("{")) return only;
  return `[${words.map((word, index) => argumentJson(listed?.params[index], word)).join(",")}]`;
}
