import type { Config } from "../../../generated/config.ts";
import { type AssembleOptions, assemble } from "../../app/assemble.ts";
import { type ServeMode, serveInProcess } from "../../app/serve-in-process.ts";
import { closeOnSignal } from "../../app/shutdown.ts";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { keyVariable, workerVariable } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { networkAdminRule } from "../../gateway/management-check.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger, type Logger, logUnhandledRejections } from "../../log/logger.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { type Listener, listenerUrl } from "../../transports/shared/listener.ts";
import { createWorkerLink, type WorkerStart } from "../../workers/worker-link.ts";
import { runWorkers } from "../../workers/worker-pool.ts";
import type { CommandContext } from "../options/arguments.ts";
import { isWsPortDefault, readConfig } from "../options/read-config.ts";

/** A gateway to serve, in this process or by workers. */
interface Program {
  readonly mode: ServeMode;
  readonly loaded: LoadedConfig;
  readonly logger: Logger;
  readonly context: CommandContext;
  readonly stopSignals: readonly NodeJS.Signals[];
}

type Ledgers = Awaited<ReturnType<typeof startLocalLedgers>>;

/** `serve`, `web`, `rpc`, `ws` and `--http`: serves until a signal stops it. */
export async function runCommand(context: CommandContext): Promise<number> {
  const loaded = readConfig(context);
  const logger = createLogger(loaded.config.log);
  logUnhandledRejections(logger);
  // On a terminal, SIGHUP means that it was closed, so stop. Otherwise SIGHUP reloads the configuration.
  const stopSignals: NodeJS.Signals[] = ["SIGTERM", "SIGINT"];
  if (context.stdout.isTTY === true) stopSignals.push("SIGHUP");
  const program = { mode: context.command as ServeMode, loaded, logger, context, stopSignals };
  const start = context.env[workerVariable];
  if (start !== undefined) return serveAsWorker(program, JSON.parse(start) as WorkerStart);
  const ledgers = await startLocalLedgers(context.flags, context.env.PATH);
  const hasWorkers = loaded.config.serverConfig.workers > 1;
  return hasWorkers ? serveByWorkers(program, ledgers) : serveInThisProcess(program, ledgers);
}

function serveByWorkers(program: Program, ledgers: Ledgers): Promise<number> {
  const { mode, loaded, logger, context, stopSignals } = program;
  const { serverConfig } = loaded.config;
  const { workers, shutdownTimeoutMs } = serverConfig;
  return runWorkers({
    count: workers,
    start: ledgers,
    logger,
    shutdownTimeoutMs,
    stopSignals,
    onListening: (listeners, warnings) => {
      for (const warning of warnings) logger.warn(warning);
      logger.info({ mode, workers, networkAdmin: networkAdminRule(serverConfig) }, "started");
      printListeners(program, ledgers, listeners);
    },
    onRefused: (text) => context.stderr.write(text),
  });
}

async function serveAsWorker(program: Program, start: WorkerStart): Promise<number> {
  const firstProcess = createWorkerLink((error) =>
    program.logger.warn({ err: error }, "a message from another worker can't be answered"),
  );
  const { served, stopped } = await startServing(program, { ...start, firstProcess });
  // If SIGHUP goes to the whole process group, the first process gets it too and reloads all workers.
  process.on("SIGHUP", () => undefined);
  firstProcess.notify("listening", served.listeners, served.warnings);
  return stopped;
}

async function serveInThisProcess(program: Program, ledgers: Ledgers): Promise<number> {
  const { mode, loaded, logger, stopSignals } = program;
  const { service, served, stopped } = await startServing(program, ledgers);
  const onError = (error: unknown) => logger.error({ err: error }, "the configuration can't be reloaded");
  if (!stopSignals.includes("SIGHUP")) process.on("SIGHUP", () => service.reload?.().catch(onError));
  for (const warning of served.warnings) logger.warn(warning);
  printListeners(program, ledgers, served.listeners);
  const networks = service.store.enabled().map(({ id }) => id);
  const defaultNetwork = service.store.defaultNetwork().id;
  const networkAdmin = networkAdminRule(loaded.config.serverConfig);
  logger.info({ mode, networks, defaultNetwork, networkAdmin }, "started");
  return stopped;
}

/** Serves in this process. `stopped` resolves to the exit code once a signal has stopped it. */
async function startServing(
  { mode, loaded, logger, context, stopSignals }: Program,
  parts: Pick<AssembleOptions, "localLedgers" | "mock" | "changes" | "firstProcess">,
) {
  const service = await assemble({ loaded, logger, ...parts, reloadConfig: () => readConfig(context) });
  const mayMoveWsPort = isWsPortDefault(loaded);
  const served = await serveInProcess(mode, service, { mayMoveWsPort });
  // Handle signals before announcing the listeners: a program that reads the line may send one at once.
  const stopped = closeOnSignal(
    served,
    loaded.config.serverConfig.shutdownTimeoutMs,
    (signal) => logger.info({ signal }, "stopping"),
    stopSignals,
  );
  return { service, served, stopped };
}

function printListeners(
  { mode, loaded, context: { stdout } }: Program,
  { source }: Ledgers,
  listeners: readonly Listener[],
): void {
  for (const { kind, url } of listeners) stdout.write(`listening ${kind} ${url}\n`);
  const httpUrl = listenerUrl(listeners, "http");
  if (source !== undefined && mode === "serve" && httpUrl !== undefined)
    stdout.write(firstSteps(httpUrl, source, loaded.config));
}

function firstSteps(url: string, source: string, { auth, serverConfig }: Config): string {
  const address = "11111111111111111111111111111111";
  const needsKey = isAuthOn(auth) && !auth.anonymous;
  const header = needsKey ? ` -H "x-api-key: $${keyVariable}"` : "";
  const headers = needsKey ? `, headers: { "x-api-key": process.env.${keyVariable} }` : "";
  return [
    "",
    `In a browser: ${url}/docs/ runs every method from a form, and ${url}/status shows the networks, live.`,
    `${source} as networks ${localNetworkIds.join(" and ")}. Try:`,
    ...(needsKey ? [`  export ${keyVariable}=KEY`] : []),
    `  curl -s ${url}${header} -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"getSlot"}'`,
    `  npx svm-gateway call getBalance ${address} --network all --url ${url}`,
    `  node -e 'import("svm-gateway/client").then(async ({ createClient }) => console.log(await createClient({ url: "${url}"${headers} }).getSlot({})))'`,
    ...(serverConfig.rateLimit.enabled
      ? []
      : ["There is no rate limit with --local, unless server_config.rate_limit sets one."]),
    "",
  ].join("\n");
}
