import { CannotStart, ConfigFaults } from "../config/config-fault.ts";
import type { Refusal } from "../workers/worker-message.ts";
import { type Arguments, usageExitCode } from "./options/arguments.ts";
import type { Style } from "./terminal/style.ts";

/** Why a valid command can't be run, if that is not a bug; undefined for any other fault. */
export function refusalOf(
  caught: unknown,
  { flags }: Extract<Arguments, { kind: "run" }>,
  style: Style,
): Refusal | undefined {
  if (caught instanceof ConfigFaults) {
    const isUsage = caught.faults.some(({ at }) => at.startsWith("--"));
    const lines = caught.faults.map(({ at, message }) => `${style.red(at)}: ${message}\n`);
    return { text: lines.join(""), exitCode: isUsage ? usageExitCode : 1 };
  }
  const refusal = (at: string, message: string, exitCode = 1) => ({
    text: `${style.red(at)}: ${message}\n`,
    exitCode,
  });
  if (caught instanceof CannotStart) return refusal("error", caught.message);
  const message = listenFault(caught);
  if (message !== undefined) return refusal("error", message);
  const badHost = hostFault(caught);
  if (badHost === undefined) return undefined;
  const isFlag = flags.settings.some(({ path }) => path === "server_config.host");
  return isFlag ? refusal("--host", badHost, usageExitCode) : refusal("server_config.host", badHost);
}

/** Codes of opening a listener at an address that this machine does not have. */
const hostCodes: readonly unknown[] = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"];

/** What the error of opening a listener holds besides its code. */
type ListenError = NodeJS.ErrnoException & {
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
};

/** Why a listener can't be opened at its address; undefined for any other fault. */
function hostFault(caught: unknown): string | undefined {
  if (!(caught instanceof Error)) return undefined;
  const { syscall, code, address, hostname } = caught as ListenError;
  if (!["listen", "bind", "getaddrinfo"].includes(syscall ?? "") || !hostCodes.includes(code))
    return undefined;
  return `must be an address of this machine, got ${JSON.stringify(hostname ?? address)} (${code})`;
}

/** Why a listener can't be opened at its port, and what to do; undefined for any other fault. */
function listenFault(caught: unknown): string | undefined {
  if (!(caught instanceof Error)) return undefined;
  const { syscall, code, address, port, message } = caught as ListenError;
  // A worker's listener is opened by the first process, which calls it a bind.
  if ((syscall !== "listen" && syscall !== "bind") || hostCodes.includes(code)) return undefined;
  if (code !== "EADDRINUSE") return message;
  return `port ${port} of ${address} is in use: stop what listens there, or name another (--port, --ws-port; 0 takes a free one)`;
}
