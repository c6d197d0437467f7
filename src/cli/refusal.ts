import { CannotStart, ConfigFaults } from "../config/config-fault.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { printableText } from "../text/printable.ts";
import type { Refusal } from "../workers/worker-message.ts";
import { UsageFault, usageExitCode } from "./options/usage-fault.ts";
import type { Style } from "./terminal/style.ts";

/** The message and exit code for what a command threw; undefined for a bug, which is thrown on. */
export async function refusalOf(
  caught: unknown,
  argv: readonly string[],
  style: Style,
): Promise<Refusal | undefined> {
  if (!(caught instanceof Error)) return undefined;
  const { message } = caught;
  if (caught instanceof UsageFault) return { text: `${message}\n`, exitCode: usageExitCode };
  if (caught instanceof ConfigFaults) {
    const isUsage = caught.faults.some(({ at }) => at.startsWith("--"));
    const lines = caught.faults.map((fault) => `${style.red(fault.at)}: ${fault.message}\n`);
    return { text: lines.join(""), exitCode: isUsage ? usageExitCode : 1 };
  }
  const refusal = (at: string, text: string, exitCode = 1) => ({
    text: `${style.red(at)}: ${text}\n`,
    exitCode,
  });
  if (caught instanceof CannotStart) return refusal("error", message);
  if (caught instanceof RpcError) {
    if (caught.kind === "internal") return undefined;
    const { generalHints } = await import("./commands/print-fault.ts");
    return refusal("error", [printableText(message), ...generalHints(caught)].join("\n  "));
  }
  const { syscall = "", code = "", address, hostname = address, port } = caught as ListenError;
  if (["listen", "bind", "getaddrinfo"].includes(syscall) && hostCodes.includes(code)) {
    const fault = `must be an address of this machine, got ${JSON.stringify(hostname)} (${code})`;
    const isFlag = argv.some((word) => word === "--host" || word.startsWith("--host="));
    return isFlag ? refusal("--host", fault, usageExitCode) : refusal("server_config.host", fault);
  }
  // The first process opens the listeners of workers: its errors have the syscall `bind`.
  if (syscall !== "listen" && syscall !== "bind") return undefined;
  const inUse = `port ${port} of ${address} is in use: stop what listens there, or name another (--port, --ws-port; 0 takes a free one)`;
  return refusal("error", code === "EADDRINUSE" ? inUse : message);
}

/** Error codes of listening at an address that this machine does not have. */
const hostCodes = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"];

type ListenError = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
};
