import { hasKey, keyHeaders } from "../shared/caller-key.ts";
import type { NetworkChoice } from "./call/unserved-text.ts";

/** The gateway that is called, and what is known of it. */
export interface Settings {
  /** Address without a slash at its end. */
  readonly gateway: string;
  /** Network id or `all`; "" leaves the choice to the gateway. */
  readonly network: string;
  /** The network that answers when none is chosen; undefined when the gateway does not say. */
  readonly defaultNetwork: string | undefined;
  /** Undefined until the gateway has answered. */
  readonly networks: readonly NetworkChoice[] | undefined;
  /** Why the gateway's networks are not known. */
  readonly fault: string | undefined;
}

const storageKey = "svm-gateway.address";
const localAddress = "http://127.0.0.1:3000";

/** The settings of the page, and listeners for their changes. */
export class SettingsStore {
  #settings: Settings;
  readonly #listeners = new Set<(settings: Settings) => void>();

  constructor() {
    this.#settings = { gateway: startAddress(), network: "", ...unknown };
  }

  get current(): Settings {
    return this.#settings;
  }

  /** Calls the listener at every later change. */
  onChange(listener: (settings: Settings) => void): void {
    this.#listeners.add(listener);
  }

  /** Chooses a network. */
  chooseNetwork(network: string): void {
    if (network !== this.#settings.network) this.#set({ network });
  }

  /** Goes to another gateway and asks it for its networks. */
  async chooseGateway(address: string): Promise<void> {
    const gateway = address.trim().replace(/\/+$/, "");
    this.#set({ gateway, ...unknown });
    save(gateway === servingGateway() ? "" : gateway);
    await this.refresh();
  }

  /** Asks the gateway for its networks. A page without a gateway of its own tries the usual local one. */
  async refresh(): Promise<void> {
    const { gateway } = this.#settings;
    try {
      const found = await fetchNetworks(gateway);
      if (gateway === this.#settings.gateway) this.#set({ ...found, fault: undefined });
    } catch (caught) {
      if (gateway !== this.#settings.gateway) return;
      if (caught instanceof KeyNeeded) {
        this.#set({
          ...unknown,
          fault: `The gateway at ${gateway} requires a key or token: give one that it knows.`,
        });
        return;
      }
      // A key is for the gateway that it was given for, and not for another one.
      if (gateway === servingGateway() && gateway !== localAddress && !hasKey()) {
        this.#set({ gateway: localAddress });
        await this.refresh();
        return;
      }
      const reason = caught instanceof Error ? caught.message : String(caught);
      this.#set({
        ...unknown,
        fault: `No gateway answers at ${gateway} (${reason}).${corsHint(gateway)}`,
      });
    }
  }

  #set(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    for (const listener of this.#listeners) listener(this.#settings);
  }
}

/** The gateway does not know the caller. */
class KeyNeeded extends Error {
  override readonly name = "KeyNeeded";
}

const unknown = { defaultNetwork: undefined, networks: undefined, fault: undefined } as const;

async function fetchNetworks(gateway: string): Promise<Pick<Settings, "networks" | "defaultNetwork">> {
  const response = await fetch(`${gateway}/networks`, {
    headers: keyHeaders(),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 401) throw new KeyNeeded();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body: unknown = await response.json();
  const { networks: list, default_network: usual } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(list)) throw new Error("its /networks has no list of networks");
  const networks = list.map((network: Record<string, unknown>) => ({
    id: String(network.id),
    name: String(network.name),
    type: String(network.type),
    enabled: network.enabled === true,
    providers: Array.isArray(network.providers) ? network.providers.map(String) : undefined,
  }));
  return { networks, defaultNetwork: typeof usual === "string" ? usual : undefined };
}

/** A browser does not tell a page why it may not read an answer: this is the usual reason. */
function corsHint(gateway: string): string {
  const isOther = !URL.canParse(gateway) || new URL(gateway).origin !== location.origin;
  return isOther ? " Is it running, and may pages of other origins read it (enable_cors)?" : "";
}

/** The gateway that served this page: everything before `/docs`. */
function servingGateway(): string {
  const { protocol, origin, pathname } = location;
  if (!protocol.startsWith("http")) return localAddress;
  const end = pathname.lastIndexOf("/docs");
  return origin + (end > 0 ? pathname.slice(0, end) : "");
}

function startAddress(): string {
  try {
    const saved = localStorage.getItem(storageKey);
    if (saved !== null && saved !== "") return saved;
  } catch {
    // The browser may deny storage to pages; then the gateway that served this one is used.
  }
  return servingGateway();
}

function save(address: string): void {
  try {
    localStorage.setItem(storageKey, address);
  } catch {
    // As above.
  }
}
