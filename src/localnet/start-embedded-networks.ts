import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { encodeBase58 } from "../contract/base58.ts";
import { localNetworkIds, type Network, type UpstreamUrl } from "../networks/network.ts";

/** Packages of the embedded ledger by `${platform}-${arch}`. */
const packages: Readonly<Record<string, string>> = {
  "linux-x64": "surfpool-sdk-linux-x64-gnu",
};

/** The queue of an embedded ledger's events: clock ticks, transactions, accounts. */
export interface EventQueue {
  /** Removes and returns the events so far. */
  drainEvents(): readonly unknown[];
}

const drainIntervalMs = 250;

interface EmbeddedNodeModule {
  readonly Surfnet: {
    startWithConfig(config: { readonly offline: boolean }): RunningNode;
  };
}

interface RunningNode extends EventQueue {
  readonly rpcUrl: string;
  readonly wsUrl: string;
}

/** The addresses of a local ledger. Plain data, since it is sent to worker processes. */
export interface EmbeddedNode {
  readonly id: string;
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Results that the gateway gives instead of asking the ledger; undefined for the ledgers of other programs. */
  readonly ownResults?: UpstreamUrl["ownResults"];
}

/** A ledger stops answering when its object is garbage-collected, so these are kept until the process ends. */
const running: RunningNode[] = [];

/** Starts the embedded ledgers, offline, on free ports of 127.0.0.1. They end with the process. If it can't, returns the reason. */
export function startEmbeddedNodes(): readonly EmbeddedNode[] | string {
  const loaded = loadEmbeddedNode();
  if (typeof loaded === "string") return loaded;
  const { Surfnet } = loaded;
  return localNetworkIds.map((id) => {
    const node = Surfnet.startWithConfig({ offline: true });
    running.push(node);
    keepDrained(node);
    return { id, rpcUrl: node.rpcUrl, wsUrl: node.wsUrl, ownResults: ownResults() };
  });
}

/** Discards a ledger's events until the process ends: a ledger stops once its queue is full, and clock ticks alone fill it. */
export function keepDrained(node: EventQueue): void {
  setInterval(() => node.drainEvents(), drainIntervalMs).unref();
}

/** Describes running ledgers as networks. Only clients on this machine may call the methods that rewrite the ledger. */
export function embeddedNetworks(nodes: readonly EmbeddedNode[]): readonly Network[] {
  return nodes.map((node, index) => ({
    id: node.id,
    name: index === 0 ? "Localnet" : `Localnet ${String.fromCharCode("A".charCodeAt(0) + index)}`,
    type: "localnet",
    chainId: String(index + 1),
    rpcUrls: [{ ...trusted(node.rpcUrl), ownResults: node.ownResults }],
    wsUrls: [trusted(node.wsUrl)],
    enabled: true,
    allowMethods: ["surfnet_*"],
    allowMethodsFromLoopbackOnly: true,
  }));
}

/** A different genesis hash for each ledger: those started within one second have the same one. */
function ownResults(): Readonly<Record<string, string>> {
  return { getGenesisHash: JSON.stringify(encodeBase58(randomBytes(32))) };
}

function trusted(url: string): UpstreamUrl {
  return { url, weight: 1, trusted: true };
}

function loadEmbeddedNode(): EmbeddedNodeModule | string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) return `There is no embedded ledger for ${platform}`;
  try {
    return createRequire(import.meta.url)(name) as EmbeddedNodeModule;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === "MODULE_NOT_FOUND" ? "is not installed" : `can't be loaded (${code ?? cause})`;
    return `The embedded ledger (optional package ${name}) ${reason}`;
  }
}
