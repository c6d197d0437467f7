import { dirname, resolve } from "node:path";
import { createKeyFile, createKeyRedis, type KeyStore } from "../../auth/key-store.ts";
import {
  listKeys,
  type MadeKey,
  newKey,
  revokeKey,
  rotateKey,
  type ShownKey,
} from "../../auth/manage-keys.ts";
import type { UsageRow } from "../../auth/usage.ts";
import { CannotStart } from "../../config/config-fault.ts";
import { createLogger } from "../../log/logger.ts";
import { redactUrl } from "../../log/redact.ts";
import { createSeal } from "../../redis/seal.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { printableJson, printableText } from "../../text/printable.ts";
import { gatewayUrl, gatewayUrlFault } from "../gateway/gateway-url.ts";
import { keyVariable, operatorRequest } from "../gateway/operator-request.ts";
import { type Flags, usageExitCode } from "../options/arguments.ts";
import { readConfig } from "../options/read-config.ts";
import type { CommandIo } from "../terminal/command-io.ts";
import { createStyle, printError } from "../terminal/style.ts";
import { renderTable } from "../terminal/table.ts";

/** How long a store in Redis may take to be reached. */
const redisTimeoutMs = 4000;
const usualOverlap = "24h";

/** Keys that a command reads and changes, wherever they are. */
interface KeyAdmin {
  /** Where they are, for messages. */
  readonly place: string;
  list(): Promise<readonly ShownKey[]>;
  create(key: Readonly<Record<string, unknown>> & { readonly id: string }): Promise<MadeKey>;
  rotate(id: string, overlap: string): Promise<MadeKey>;
  revoke(id: string): Promise<unknown>;
  /** What keys used; only a running gateway counts that. */
  usage(id: string | undefined): Promise<readonly UsageRow[]>;
  close(): Promise<void>;
}

/** `keys new | list | show ID | rotate ID | revoke ID | usage [ID]`; returns the exit code. */
export async function runKeysCommand(words: readonly string[], flags: Flags, io: CommandIo): Promise<number> {
  const [action = "list", id] = words;
  const url = gatewayUrl(flags, io.env);
  const fault = usageFault(action, id, flags) ?? gatewayUrlFault(url);
  if (fault !== undefined) {
    io.stderr.write(`${fault}\n`);
    return usageExitCode;
  }
  const admin = url === undefined ? await openStore(flags, io) : openGateway(url, io.env[keyVariable]);
  try {
    await run(admin, action, id ?? "", flags, io);
    return 0;
  } catch (caught) {
    if (!(caught instanceof RpcError)) throw caught;
    printError(caught, io);
    return 1;
  } finally {
    await admin.close();
  }
}

function usageFault(action: string, id: string | undefined, { key }: Flags): string | undefined {
  const takesId: Readonly<Record<string, boolean | undefined>> = {
    new: false,
    list: false,
    show: true,
    rotate: true,
    revoke: true,
    usage: undefined,
  };
  if (!Object.hasOwn(takesId, action))
    return `unknown action ${JSON.stringify(action)} of keys; use one of ${Object.keys(takesId).join(", ")}`;
  if (takesId[action] !== undefined && takesId[action] !== (id !== undefined))
    return `usage: svm-gateway keys ${action}${takesId[action] === true ? " ID" : action === "new" ? " --id ID" : ""}`;
  if (action === "new" && key.id === undefined) return "keys new needs a name for the key: --id ID";
  return undefined;
}

async function run(
  admin: KeyAdmin,
  action: string,
  id: string,
  { json, key, overlap }: Flags,
  io: CommandIo,
): Promise<void> {
  const print = (value: object, text: string) =>
    io.stdout.write(json ? `${printableJson(JSON.stringify(value, null, 2))}\n` : `${text}\n`);
  switch (action) {
    case "new":
    case "rotate": {
      const made =
        action === "new"
          ? await admin.create({ ...key, id: String(key.id) })
          : await admin.rotate(id, overlap ?? usualOverlap);
      const until =
        made.key.old_key_ends === undefined
          ? ""
          : ` The old one is taken until ${String(made.key.old_key_ends)}.`;
      io.stderr.write(`The key of ${printableText(made.key.id)} (${admin.place}), shown only now.${until}\n`);
      print(made, made.secret);
      return;
    }
    case "revoke":
      await admin.revoke(id);
      print({ revoked: id }, `${printableText(id)} is revoked (${admin.place})`);
      return;
    case "usage": {
      const rows = await admin.usage(id === "" ? undefined : id);
      const header = ["day", "key", "method", "calls", "errors", "credits"];
      const table = rows.map(({ day, key: of, method, calls, errors, credits }) =>
        [day, of, method, String(calls), String(errors), String(credits)].map(printableText),
      );
      print({ usage: rows }, renderTable([header, ...table]).trimEnd());
      return;
    }
    default: {
      const keys = await admin.list();
      const shown = action === "show" ? keys.filter((entry) => entry.id === id) : keys;
      if (action === "show" && shown.length === 0)
        throw RpcError.of(
          "invalidParams",
          `No key ${JSON.stringify(id.slice(0, 64))}: svm-gateway keys list lists them.`,
        );
      print(action === "show" ? (shown[0] ?? {}) : { keys: shown }, keyTable(shown, io));
    }
  }
}

function keyTable(keys: readonly ShownKey[], io: CommandIo): string {
  const style = createStyle(io.stdout, io.env);
  const rows = keys.map(({ id, ...others }) => [
    printableText(id),
    printableText(
      Object.entries(others)
        .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(",") : String(value)}`)
        .join("; "),
    ),
  ]);
  return renderTable([["id", "rights and limits"].map(style.bold), ...rows]).trimEnd();
}

/** The keys of a configuration's file or of Redis, without a running gateway. */
async function openStore(flags: Flags, io: CommandIo): Promise<KeyAdmin> {
  const { config, path } = readConfig(flags, io);
  const { auth, redis } = config;
  if (auth.keysFile !== undefined) {
    const folder = path === undefined ? io.cwd : dirname(path);
    return overStore(createKeyFile(resolve(folder, auth.keysFile)), auth.keys, async () => undefined);
  }
  if (!auth.keysRedis || redis.url === undefined)
    throw new CannotStart(
      "keys are kept nowhere: name a file in auth.keys_file, set auth.keys_redis, or ask a running gateway with --url",
    );
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  const link = await createRedisLink({
    url: redis.url,
    timeoutMs: redisTimeoutMs,
    log: createLogger({ level: "off" }),
  });
  const end = performance.now() + redisTimeoutMs;
  while (!link.isUp && performance.now() < end) await new Promise((settled) => setTimeout(settled, 20));
  const store = createKeyRedis(link, createSeal("keys", redis.hmacKey), () => undefined);
  return overStore(store, auth.keys, () => link.close());
}

function overStore(
  store: KeyStore,
  configured: readonly { readonly id: string }[],
  close: () => Promise<void>,
): KeyAdmin {
  return {
    place: `in ${store.place}; running gateways that use it follow within a second`,
    list: () => listKeys(store),
    create: (key) => newKey(store, key, configured),
    rotate: (id, overlap) => rotateKey(store, id, overlap),
    revoke: (id) => revokeKey(store, id),
    usage: async () => {
      throw RpcError.of("invalidParams", "Usage is counted by a running gateway: name it with --url.");
    },
    close,
  };
}

/** The keys of a running gateway. */
function openGateway(url: string, key: string | undefined): KeyAdmin {
  const ask = (method: "GET" | "POST", path: string) => operatorRequest(url, method, path, key);
  const change = (query: Readonly<Record<string, string>>) =>
    ask("POST", `/admin/keys?${new URLSearchParams(query)}`);
  return {
    place: `at ${redactUrl(url)}`,
    list: async () => ((await ask("GET", "/admin/keys")) as { keys: readonly ShownKey[] }).keys,
    create: async (entry) => (await change({ new: JSON.stringify(entry) })) as unknown as MadeKey,
    rotate: async (id, overlap) => (await change({ rotate: id, overlap })) as unknown as MadeKey,
    revoke: (id) => change({ revoke: id }),
    usage: async (id) =>
      (
        (await ask("GET", `/usage${id === undefined ? "" : `?key=${encodeURIComponent(id)}`}`)) as {
          usage: readonly UsageRow[];
        }
      ).usage,
    close: async () => undefined,
  };
}
