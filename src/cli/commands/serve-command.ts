import type { Config } from "../../../generated/config.ts";
import { assemble, type Service } from "../../app/assemble.ts";
import { type ServeMode, serveInProcess } from "../../app/serve-in-process.ts";
import { closeOnSignal } from "../../app/shutdown.ts";
import { isAuthOn } from "../../auth/auth-faults.ts";
import { keyVariable, workerVariable } from "../../config/environment.ts";
import { networkAdminRule } from "../../gateway/management-check.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger, type Logger, logUnhandledRejections } from "../../log/logger.ts";
import { localNetworkIds } from "../../networks/network.ts";
import { type Listener, listenerUrl } from "../../transports/shared/listener.ts";
import { createWorkerLink, type WorkerStart } from "../../workers/worker-link.ts";
import { runWorkers } from "../../workers/worker-pool.ts";
import type { Run } from "../options/arguments.ts";
import { isWsPortDefault, readConfig } from "../options/read-config.ts";
import type { CommandContext } from "../terminal/terminal.ts";

/** `serve`, `web`, `rpc`, `ws` and `--http`: serves until a signal stops it. */
export async function runCommand({ command, flags }: Run, context: CommandContext): Promise<number> {
  const loaded = readConfig(context);
  const { serverConfig, log } = loaded.config;
  const logger = createLogger(log);
  logUnhandledRejections(logger);
  const networkAdmin = networkAdminRule(serverConfig);
  const startText = context.env[workerVariable];
  const workerStart = startText === undefined ? undefined : (JSON.parse(startText) as WorkerStart);
  // In a terminal, SIGHUP means that the terminal was closed: stop. Otherwise it reloads the configuration.
  const stopsOnHangup = context.stdout.isTTY === true;
  const stopSignals = ["SIGTERM", "SIGINT", ...(stopsOnHangup ? ["SIGHUP" as const] : [])] as const;
  const ledgers =
    workerStart === undefined
      ? await startLocalLedgers(flags, context.env.PATH)
      : { nodes: workerStart.nodes, mock: workerStart.mock, source: undefined };
  const print = (listeners: readonly Listener[]) => {
    for (const { kind, url } of listeners) context.stdout.write(`listening ${kind} ${url}\n`);
    const httpUrl = listenerUrl(listeners, "http");
    if (ledgers.source !== undefined && command === "serve" && httpUrl !== undefined)
      context.stdout.write(firstSteps(httpUrl, ledgers.source, loaded.config));
  };

  if (workerStart === undefined && serverConfig.workers > 1) {
    return runWorkers({
      count: serverConfig.workers,
      start: ledgers,
      logger,
      shutdownTimeoutMs: serverConfig.shutdownTimeoutMs,
      stopSignals,
      onListening: (listeners, warnings) => {
        for (const warning of warnings) logger.warn(warning);
        logger.info({ mode: command, workers: serverConfig.workers, networkAdmin }, "started");
        print(listeners);
      },
      onRefused: (text) => context.stderr.write(text),
    });
  }

  const link =
    workerStart === undefined
      ? undefined
      : createWorkerLink((fault) =>
          logger.warn({ err: fault }, "a message from another worker can't be answered"),
        );
  const service = await assemble({
    loaded,
    logger,
    nodes: ledgers.nodes,
    mock: ledgers.mock,
    changes: workerStart?.changes,
    reread: () => readConfig(context),
    link,
  });
  const served = await serveInProcess(command as ServeMode, service, {
    mayMoveWsPort: isWsPortDefault(loaded),
  }).catch(async (fault: unknown) => {
    await service.close();
    throw fault;
  });
  // Before the listeners are announced: a program that reads the line may send a signal immediately.
  const stopped = closeOnSignal(
    { ...served, closers: [...served.closers, () => service.close()] },
    serverConfig.shutdownTimeoutMs,
    (signal) => logger.info({ signal }, "stopping"),
    stopSignals,
  );
  if (!stopsOnHangup) process.on("SIGHUP", () => reloadOnHangup(service, logger, link !== undefined));
  if (link !== undefined) {
    link.notify("listening", served.listeners, served.warnings);
    return stopped;
  }
  for (const warning of served.warnings) logger.warn(warning);
  print(served.listeners);
  const networks = service.store.enabled().map(({ id }) => id);
  const defaultNetwork = service.store.defaultNetwork().id;
  logger.info({ mode: command, networks, defaultNetwork, networkAdmin }, "started");
  return stopped;
}

/** A worker ignores SIGHUP: the first process gets it too, if sent to the whole group, and reloads all workers. */
function reloadOnHangup({ reload }: Service, logger: Logger, isWorker: boolean): void {
  if (isWorker || reload === undefined) return;
  reload().catch((fault: unknown) => logger.error({ err: fault }, "the configuration can't be reloaded"));
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
