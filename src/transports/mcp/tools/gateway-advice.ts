import type { ErrorName } from "../../../rpc/error-table.ts";
import type { RpcError } from "../../../rpc/rpc-error.ts";
import { narrowingAdvice } from "./narrowing-advice.ts";
import { rightArguments } from "./right-arguments.ts";
import type { Target } from "./target.ts";

/** What to do after a failure of the gateway itself that a tool answers as a result. */
const adviceByKind: Readonly<Partial<Record<ErrorName, string>>> = {
  networkNotFound: "Call listSvmNetworks for the ids of all networks, and give one of them as network.",
  upstreamUnreachable:
    "Try again in a few seconds; if it fails again, give another network, or tell the person that this one is not reachable.",
  upstreamInvalid:
    "Try again in a few seconds, or give another network: the answer was not one that a ledger gives.",
  upstreamTimeout: "Try again in a few seconds; if it fails again, ask for less.",
  notAllowed:
    "Do not try again: the operator of this gateway has to allow it. Tell the person what the message says.",
  noNetwork: "Give one network by its id as network; listSvmNetworks lists them.",
};

/** Tells a model what to do after a failure of the gateway itself. */
export function gatewayAdvice({ tool, given, write }: Target, fault: RpcError): string {
  const { kind } = fault;
  if (kind === "invalidParams")
    return `Correct what the message names and call again, for example with ${write(rightArguments(tool, given.params, fault))}.`;
  if (kind === "responseTooLarge") return narrowingAdvice(tool, false);
  return adviceByKind[kind] ?? "Read the message, and try again in a few seconds.";
}
