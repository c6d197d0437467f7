import { resolve } from "node:path";
import { createFileKeyStorage, createRedisKeyStorage, type KeyStorage } from "../../auth/key-storages.ts";
import {
  type CreatedKey,
  findKey,
  listKeys,
  newKey,
  revokeKey,
  rotateKey,
  type ShownKey,
} from "../../auth/manage-keys.ts";
import { type UsageRow, usageColumns } from "../../auth/usage.ts";
import { ConfigFaults, StartupError } from "../../config/config-fault.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { printableText } from "../../text/printable.ts";
import { openCommandRedis } from "../gateway/command-redis.ts";
import { findRunningGateway, noGatewayError, type RunningGateway } from "../gateway/running-gateway.ts";
import type { CommandContext, Flags } from "../options/arguments.ts";
import { missingArgumentError } from "../options/command-table.ts";
import { readConfig } from "../options/read-config.ts";
import { printResult, renderTable, type Style } from "../terminal/terminal.ts";

/** Manages keys in a file, in Redis or on a running gateway. */
interface KeyAdmin {
  /** Where the keys are stored, for messages. */
  readonly location: string;
  list(): Promise<readonly ShownKey[]>;
  create(key: Flags["key"] & { readonly id: string }): Promise<CreatedKey>;
  rotate(id: string, overlap: string | undefined): Promise<CreatedKey>;
  revoke(id: string): Promise<unknown>;
  /** Rejects without a running gateway: only gateways count usage. */
  usage(id: string | undefined): Promise<readonly UsageRow[]>;
  close(): Promise<void>;
}

/** `keys new | list | show ID | rotate ID | revoke ID | usage [ID]`. */
export async function runCommand(context: CommandContext): Promise<number> {
  if (context.action === "new" && context.flags.key.id === undefined)
    throw missingArgumentError("keys new", "--id ID");
  const gateway = findRunningGateway(context);
  const admin = gateway === undefined ? await openKeyStorage(context) : openGatewayKeys(gateway);
  try {
    await runAction(admin, context);
    return 0;
  } catch (caught) {
    throw withFlagNames(caught);
  } finally {
    await admin.close();
  }
}

/** Reports faults in members of a key under their flags' names. Returns other errors unchanged. */
function withFlagNames(caught: unknown): unknown {
  const faults = caught instanceof RpcError ? caught.data?.faults : undefined;
  if (!Array.isArray(faults)) return caught;
  return new ConfigFaults(
    faults.map(({ param, message }) => ({
      at: printableText(`--${String(param).replaceAll("_", "-")}`),
      message: printableText(String(message)),
    })),
  );
}

async function runAction(admin: KeyAdmin, context: CommandContext): Promise<void> {
  const { action, words, flags } = context;
  const { key, overlap } = flags;
  const [word] = words;
  const id = word ?? "";
  const print = (value: object, textOf: (style: Style) => string) => printResult(value, textOf, context);
  switch (action) {
    case "new":
    case "rotate": {
      const created = await (action === "new"
        ? admin.create({ ...key, id: String(key.id) })
        : admin.rotate(id, overlap));
      const { id: name, old_key_ends: ends } = created.key;
      const until = ends === undefined ? "" : ` The old one stays valid until ${String(ends)}.`;
      context.stderr.write(
        `The key of ${printableText(name)}, shown only this once (${admin.location}).${until}\n`,
      );
      print(created, () => created.secret);
      return;
    }
    case "revoke":
      await admin.revoke(id);
      print({ revoked: id }, () => `${printableText(id)} is revoked (${admin.location})`);
      return;
    case "usage": {
      const usage = await admin.usage(word);
      const rows = usage.map((row) => usageColumns.map((column) => printableText(String(row[column]))));
      print({ usage }, () => renderTable([usageColumns, ...rows]));
      return;
    }
    case "show": {
      const shown = findKey(await admin.list(), id);
      print(shown, (style) => renderKeys([shown], style));
      return;
    }
    default: {
      const keys = await admin.list();
      print({ keys }, (style) => renderKeys(keys, style));
    }
  }
}

function renderKeys(keys: readonly ShownKey[], style: Style): string {
  const rows = keys.map(({ id, ...others }) => {
    const members = Object.entries(others).map(
      ([name, value]) => `${name} ${Array.isArray(value) ? value.join(",") : String(value)}`,
    );
    return [id, members.join("; ")].map(printableText);
  });
  return renderTable([["id", "rights and limits"].map(style.bold), ...rows]);
}

/** The key file named by the configuration. */
export function keyFileOf({ config, folder }: LoadedConfig): KeyStorage | undefined {
  const { keysFile } = config.auth;
  return keysFile === undefined ? undefined : createFileKeyStorage(resolve(folder, keysFile));
}

/** Opens the key file or Redis named by the configuration. */
async function openKeyStorage(context: CommandContext): Promise<KeyAdmin> {
  const loaded = readConfig(context);
  const { auth, redis } = loaded.config;
  const file = keyFileOf(loaded);
  if (file !== undefined) return keysIn(file, auth.keys, async () => undefined);
  if (!auth.keysRedis || redis.url === undefined)
    throw new StartupError(
      "no key storage is configured: set auth.keys_file or auth.keys_redis, or name a running gateway with --url",
    );
  const link = await openCommandRedis(redis.url, redis.hmacKey);
  return keysIn(createRedisKeyStorage(link), auth.keys, () => link.close());
}

function keysIn(
  storage: KeyStorage,
  configured: readonly { readonly id: string }[],
  close: () => Promise<void>,
): KeyAdmin {
  return {
    location: `in ${storage.place}; running gateways that use it follow within a second`,
    list: () => listKeys(storage),
    create: (key) => newKey(storage, key, configured),
    rotate: (id, overlap) => rotateKey(storage, id, overlap),
    revoke: (id) => revokeKey(storage, id),
    usage: async () => {
      throw noGatewayError("keys usage");
    },
    close,
  };
}

/** Manages the keys of a running gateway through its operator pages. */
function openGatewayKeys(gateway: RunningGateway): KeyAdmin {
  const get = async <Answer>(path: string) => (await gateway.request("GET", path)) as Answer;
  const change = async (query: Readonly<Record<string, string>>) =>
    (await gateway.request("POST", `/admin/keys?${new URLSearchParams(query)}`)) as unknown as CreatedKey;
  return {
    location: `${gateway.location}; in force within a second`,
    list: async () => (await get<{ keys: readonly ShownKey[] }>("/admin/keys")).keys,
    create: (entry) => change({ new: JSON.stringify(entry) }),
    rotate: (id, overlap) => change({ rotate: id, ...(overlap !== undefined && { overlap }) }),
    revoke: (id) => change({ revoke: id }),
    usage: async (id) => {
      const query = id === undefined ? "" : `?key=${encodeURIComponent(id)}`;
      return (await get<{ usage: readonly UsageRow[] }>(`/usage${query}`)).usage;
    },
    close: async () => undefined,
  };
}
