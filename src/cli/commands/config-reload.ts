import type { ReloadReport } from "../../config/reload-report.ts";
import { redactUrl } from "../../log/redact.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { gatewayUrl, gatewayUrlFault, urlVariable } from "../gateway/gateway-url.ts";
import { keyVariable, operatorRequest } from "../gateway/operator-request.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle, printError } from "../terminal/style.ts";

/** `config reload`: a running gateway reads its configuration again; returns the exit code. */
export async function runConfigReload(flags: Flags, io: CommandIo): Promise<number> {
  const url = gatewayUrl(flags, io.env);
  const fault = gatewayUrlFault(url);
  if (url === undefined || fault !== undefined) {
    io.stderr.write(
      `${fault ?? `config reload asks a running gateway: name it with --url or ${urlVariable}, or send its process SIGHUP`}\n`,
    );
    return usageExitCode;
  }
  try {
    const report = (await operatorRequest(url, "POST", "/admin/reload", io.env[keyVariable])) as ReloadReport;
    if (flags.json) io.stdout.write(`${printableJson(JSON.stringify(report, null, 2))}\n`);
    else printReport(report, redactUrl(url), io);
    return report.faults.length > 0 ? 1 : 0;
  } catch (caught) {
    if (!(caught instanceof RpcError)) throw caught;
    printError(caught, io);
    return 1;
  }
}

function printReport({ faults, applied, needsRestart }: ReloadReport, place: string, io: CommandIo): void {
  const style = createStyle(io.stdout, io.env);
  const line = (text: string) => io.stdout.write(`${text}\n`);
  for (const { at, message } of faults) line(`${style.red(printableText(at))}: ${printableText(message)}`);
  if (faults.length > 0) {
    line(`nothing was changed at ${place}`);
    return;
  }
  for (const key of applied) line(`${style.green("applied")}        ${printableText(key)}`);
  for (const key of needsRestart) line(`${style.yellow("needs restart")}  ${printableText(key)}`);
  line(applied.length + needsRestart.length === 0 ? `nothing changed at ${place}` : `reloaded at ${place}`);
}
