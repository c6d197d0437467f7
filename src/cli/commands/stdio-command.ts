import { assemble, type Service } from "../../app/assemble.ts";
import type { AuthenticatedCaller } from "../../auth/authenticated-caller.ts";
import { unauthorizedError } from "../../auth/rights.ts";
import { StartupError } from "../../config/config-fault.ts";
import { keyVariable } from "../../config/environment.ts";
import { stdioCaller } from "../../gateway/gateway-call.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger, logUnhandledRejections } from "../../log/logger.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { createToolServer } from "../../transports/mcp/tool-server.ts";
import { reserveStdout, runStdio } from "../../transports/stdio/run-stdio.ts";
import type { CommandContext } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";

/** The client is the parent process, which has no address and no web page. */
const noOrigin = { address: undefined, origin: undefined, referrer: undefined };
/** Maximum length of a line, unless `server_config.max_body_bytes` is larger. */
const minLineBytes = 16 * 1024 * 1024;

/** `stdio`: serves the tool protocol on standard input and output until the input ends or a signal arrives. */
export async function runCommand(context: CommandContext): Promise<number> {
  const output = reserveStdout(process.stdout, process.stderr);
  const loaded = readConfig(context);
  const { serverConfig, log } = loaded.config;
  const logger = createLogger(log);
  logUnhandledRejections(logger);
  const ledgers = await startLocalLedgers(context.flags, context.env.PATH);
  const service = await assemble({
    loaded,
    logger,
    ...ledgers,
    // A model's network changes must not outlive the process or leave a file in the host program's folder.
    persist: false,
  });
  const { config, gateway, store, document } = service;
  const authenticated = await identifyCaller(service, context.env[keyVariable]);
  // The process has one client, so its lists may be cached as public.
  const tools = await createToolServer({ gateway, store, document, config, hasAuth: false });
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.once(signal, () => {
      logger.info({ signal }, "stopping");
      stop.abort();
      // Gives calls in flight time to finish.
      setTimeout(() => process.exit(0), serverConfig.shutdownTimeoutMs).unref();
    });
  }
  if (process.stdin.isTTY)
    context.stderr.write(
      "svm-gateway is waiting for MCP messages on standard input, which programs write. " +
        "For a server: svm-gateway serve --local. All commands: svm-gateway --help. To end: Ctrl+C.\n",
    );
  const defaultNetwork = store.defaultNetwork().id;
  logger.info({ mode: "stdio", networks: store.enabled().map(({ id }) => id), defaultNetwork }, "started");
  await runStdio({
    input: process.stdin,
    output,
    tools,
    caller: () => ({ ...stdioCaller, authenticated: renewedCaller(service, authenticated) }),
    maxBatch: serverConfig.maxBatch,
    maxAnswerBytes: service.shares.batch,
    maxUnreadBytes: service.shares.unread,
    maxLineBytes: Math.max(minLineBytes, serverConfig.maxBodyBytes),
    maxInFlight: serverConfig.maxConcurrentRequests,
    stop: stop.signal,
    reportError: service.reportError,
  });
  await tools.close();
  await service.close();
  return 0;
}

/** The caller with its current rights. Throws `unauthorized` once its key or token is revoked or expired. */
function renewedCaller(
  { auth }: Service,
  authenticated: AuthenticatedCaller | undefined,
): AuthenticatedCaller | undefined {
  if (authenticated === undefined || auth === undefined) return authenticated;
  const current = auth.authenticator.renew(authenticated, noOrigin);
  if (current !== undefined) return current;
  throw unauthorizedError(
    `The ${authenticated.kind} was revoked or has expired: start again with a new one in ${keyVariable}.`,
  );
}

/** Authenticates the client. On failure closes the service and throws `StartupError`. */
async function identifyCaller(
  service: Service,
  key: string | undefined,
): Promise<AuthenticatedCaller | undefined> {
  try {
    return await service.auth?.authenticator.authenticate(key, noOrigin);
  } catch (caught) {
    await service.close();
    if (key === undefined)
      throw new StartupError(`This gateway requires a key or token: set ${keyVariable}.`);
    throw new StartupError(`${keyVariable}: ${RpcError.from(caught).message}`);
  }
}
